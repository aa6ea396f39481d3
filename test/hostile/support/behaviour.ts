import type { Play } from './hostile-server.ts';
import type { Sight } from './rules.ts';

/** What kind of answer a request waits for. */
export type Stage = 'envelope' | 'redirect' | 'image';

/** One way in which a server is hostile, and what a client gets to see of it. */
export interface Behaviour {
  readonly title: string;
  readonly play: Play;
  /** Whether the fake gets to see the request, and does what it asks. */
  readonly forwards: boolean;
  /** By the kind of answer that the request waits for. */
  readonly sight: Readonly<Record<Stage, Sight>>;
  /** Whether an answer in the envelope is the service's own form of an error. */
  readonly enveloped: boolean;
  /** The call needs a timeout that does run out, in milliseconds. */
  readonly timeoutMs?: number;
}

import type { Play } from './hostile-server.ts';
import type { Sight } from './rules.ts';

/** The kind of answer that a request waits for. */
export type Stage = 'envelope' | 'redirect' | 'image';

/** One way in which a server is hostile, and what a client sees of it. */
export interface Behaviour {
  readonly title: string;
  readonly play: Play;
  /** Whether the fake receives the request and processes it. */
  readonly forwards: boolean;
  /** What the client sees, by the kind of answer that the request waits for. */
  readonly sight: Readonly<Record<Stage, Sight>>;
  /** Whether an answer in the envelope is an error in the service's own form. */
  readonly enveloped: boolean;
  /** The timeout that the call needs, in milliseconds, so that it runs out. */
  readonly timeoutMs?: number;
}

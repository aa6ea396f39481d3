import type { SentMessage } from './traffic.ts';

/** What a correct receiver finds out about a message before it believes it (spec §6.2). */
export type SinkVerdict = 'valid' | 'unsigned' | 'wrongSignature' | 'oldTimestamp';

/** A message that reached the fake's own receiver. */
export interface Arrival {
  /** When, in Unix milliseconds of the world. */
  readonly at: number;
  readonly organizationId: string;
  readonly message: SentMessage;
  readonly verdict: SinkVerdict;
  /** The status of the answer; `null`: there was none. */
  readonly status: number | null;
}

const KEPT = 500;

/** The latest messages at the fake's own receiver. Like the traffic, not part of the world. */
export class Arrivals {
  #epoch = 0;
  #kept: Arrival[] = [];

  /** @param epoch identifies the world: what reached a replaced one is dropped. */
  keep(epoch: number, arrival: Arrival): void {
    this.#kept = [...this.of(epoch), arrival].slice(-KEPT);
    this.#epoch = epoch;
  }

  /** Returns what has arrived in this world, oldest first. */
  of(epoch: number): readonly Arrival[] {
    return this.#epoch === epoch ? this.#kept : [];
  }
}

import { isApiError } from '../errors/api-error.ts';
import { AbortError } from '../errors/call-errors.ts';
import { CallError } from '../errors/consent-evidence-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { ReceiveResult } from './verdict.ts';

/** After so many failures in a row, the service is held to be down. */
const FAILURES = 8;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Whether the service answered, in whatever words: `undefined` if nothing can be said of it. */
function didAnswer(result: ReceiveResult): boolean | undefined {
  if ('receipt' in result) return true;
  const { error } = result;
  if (isApiError(error)) return error.status !== 429 && error.status < 500;
  if (!(error instanceof CallError) || error instanceof AbortError) return undefined;
  return error.outcome === 'not_sent' && error.attempts === 0 ? undefined : false;
}

/**
 * How the service fares, as this process has seen it. While its last calls all failed, by silence, 5xx
 * or 429, nothing is sent but one call at a time that looks whether it is back, at growing waits: a
 * fleet must not multiply an outage, nor end a recovery.
 */
export class Health {
  readonly #clock: Clock;
  #failures = 0;
  #looks = 0;
  #lookAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Tells what a call came to, and whether it failed. */
  note(result: ReceiveResult): boolean {
    const answered = didAnswer(result);
    if (answered === undefined) return false;
    if (answered) {
      this.#failures = 0;
      this.#looks = 0;
      return false;
    }
    this.#failures += 1;
    if (this.isDown) {
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#looks, LONGEST_WAIT_MS);
      this.#looks += 1;
      this.#lookAt = this.#clock.now() + waitMs;
    }
    return true;
  }

  /** Whether the last calls all failed. */
  get isDown(): boolean {
    return this.#failures >= FAILURES;
  }

  /** When one call may look next. Of interest while the service is down. */
  get lookAt(): number {
    return this.#lookAt;
  }

  /** Asks for the right to send: while the service is down, one call at a time has it. */
  maySend(): boolean {
    if (!this.isDown) return true;
    const now = this.#clock.now();
    if (now < this.#lookAt) return false;
    // Until its answer comes, or it died on the way.
    this.#lookAt = now + LONGEST_WAIT_MS;
    return true;
  }
}

import type { Clock } from '../clock.ts';
import type { Doubt } from './outcome.ts';
import type { Session } from './outgoing.ts';

/** How far a call has come: what it has spent, and what is known of its attempts so far. */
export class Progress implements Doubt {
  doubt = false;
  answered: boolean;
  retries = 0;
  /** The service's identifier of the last answered attempt. */
  requestId: string | undefined;
  readonly callId: string;
  readonly #clock: Clock;
  readonly #session: Session;
  readonly #deadlineAt: number;
  #pendingSince: number | undefined;
  #pendingWaitedMs = 0;

  constructor(
    clock: Clock,
    deadlineMs: number,
    session: Session | undefined,
    newCallId: () => string,
  ) {
    this.#clock = clock;
    this.#session = session ?? { beganAt: clock.now(), attempts: 0 };
    this.callId = this.#session.callId ??= newCallId();
    this.#deadlineAt = this.#session.beganAt + deadlineMs;
    this.answered = this.attempts > 0;
  }

  get attempts(): number {
    return this.#session.attempts;
  }

  countAttempt(): void {
    this.#session.attempts += 1;
  }

  get elapsedMs(): number {
    return this.#clock.now() - this.#session.beganAt;
  }

  get deadlineLeftMs(): number {
    return this.#deadlineAt - this.#clock.now();
  }

  /**
   * Whether a pending record may be waited for `delayMs` more out of `budgetMs`. What was waited
   * counts as well as the clock, so that the wait ends on a clock that stands still.
   */
  takePendingWait(delayMs: number, budgetMs: number): boolean {
    const now = this.#clock.now();
    this.#pendingSince ??= now;
    const spent = Math.max(now - this.#pendingSince, this.#pendingWaitedMs);
    if (spent + delayMs > budgetMs) return false;
    this.#pendingWaitedMs += delayMs;
    return true;
  }
}

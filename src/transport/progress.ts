import type { Repeat } from '../contract/endpoint.ts';
import type { Clock } from '../platform/clock.ts';
import { type Doubt, leavesDoubt } from './outcome.ts';
import type { Outgoing, Session } from './outgoing.ts';
import type { AttemptResult } from './parsed-reply.ts';

let calls = 0;

/**
 * Returns a function that creates identifiers of calls. Each has a part of this client's own, from
 * `random`, so that two processes that write to one log can be told apart, and a number that counts
 * the calls of this process.
 */
export function callIds(random: () => number): () => string {
  const own = Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0');
  return () => {
    calls += 1;
    return `call_${own}_${calls}`;
  };
}

/**
 * Starts the state of a call. Setting the clock back gives the call no time back: only steps forward
 * count.
 */
export function startSession(clock: Clock): Session {
  let lastAt = clock.now();
  let elapsedMs = 0;
  return {
    attempts: 0,
    get elapsedMs() {
      const now = clock.now();
      elapsedMs += Math.max(0, now - lastAt);
      lastAt = now;
      return elapsedMs;
    },
  };
}

/** How far a call has come: what it has spent, and what is known about its attempts so far. */
export class Progress implements Doubt {
  doubt: boolean;
  answered: boolean;
  retries = 0;
  /** The service's identifier of the last answered attempt. */
  requestId: string | undefined;
  readonly callId: string;
  readonly #session: Session;
  readonly #deadlineMs: number;
  #pendingSinceMs: number | undefined;
  #pendingWaitedMs = 0;

  constructor(
    { clock, newCallId }: { readonly clock: Clock; readonly newCallId: () => string },
    deadlineMs: number,
    session: Session = startSession(clock),
    { earlierDoubt = false }: Pick<Outgoing<unknown>, 'earlierDoubt'>,
  ) {
    this.doubt = earlierDoubt;
    this.#session = session;
    this.callId = session.callId ??= newCallId();
    this.#deadlineMs = deadlineMs;
    this.answered = session.attempts > 0;
  }

  get attempts(): number {
    return this.#session.attempts;
  }

  countAttempt(): void {
    this.#session.attempts += 1;
  }

  /** Records what a failed attempt says about the call. */
  note(result: Exclude<AttemptResult<unknown>, { kind: 'value' }>, repeat: Repeat): void {
    this.doubt ||= leavesDoubt(result, repeat);
    if ('status' in result) {
      this.answered = true;
      this.requestId = result.requestId;
    }
  }

  get elapsedMs(): number {
    return this.#session.elapsedMs;
  }

  get deadlineLeftMs(): number {
    return this.#deadlineMs - this.elapsedMs;
  }

  /**
   * Returns whether the call may wait `delayMs` more for a pending record, out of `budgetMs`, and
   * if so counts that wait. Waits count as well as clock time, so that waiting ends even if the
   * clock stands still.
   */
  takePendingWait(delayMs: number, budgetMs: number): boolean {
    this.#pendingSinceMs ??= this.elapsedMs;
    const spent = Math.max(this.elapsedMs - this.#pendingSinceMs, this.#pendingWaitedMs);
    if (spent + delayMs > budgetMs) return false;
    this.#pendingWaitedMs += delayMs;
    return true;
  }
}

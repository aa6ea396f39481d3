import { ConnectionError } from '../errors/call-errors.ts';
import type { CallError, CallFacts, Outcome } from '../errors/consent-evidence-error.ts';
import type { Ending } from './attempt.ts';
import { toCallError } from './call-error.ts';
import { outcomeBetween, outcomeOf } from './outcome.ts';
import type { Outgoing } from './outgoing.ts';
import type { AttemptResult } from './parsed-reply.ts';
import type { Progress } from './progress.ts';
import { Redactor } from './redact.ts';
import { retryAfterMsOf } from './retry-after.ts';

/** The result of an attempt that failed. */
export type Failed = Exclude<AttemptResult<unknown>, { kind: 'value' }>;

/** How work other than an attempt failed or was cut off. */
export type Cut = Exclude<Ending<unknown>, { kind: 'finished' }>;

/** What the errors of a call are made from. */
interface Told {
  readonly outgoing: Pick<Outgoing<unknown>, 'operation' | 'repeat' | 'inDoubt' | 'hints'>;
  readonly progress: Progress;
  /** Where the call goes. */
  readonly url: string;
  /** The secrets of the call and its keys, as far as they are known. */
  readonly secrets: readonly string[];
}

/** Returns how long the answer of a failed attempt asks to wait, in milliseconds. */
export function askedMsOf(result: Failed, now: number): number | undefined {
  return 'response' in result ? retryAfterMsOf(result.response.headers, now) : undefined;
}

/** Creates the errors that a call can end with, with secrets masked. */
export class CallFailures {
  readonly #told: Told;
  readonly #redactor: Redactor;

  constructor(told: Told) {
    this.#told = told;
    this.#redactor = new Redactor(told.secrets);
  }

  /** Returns the error of a call whose last attempt ended in `result`. */
  after(result: Failed, retryAfterMs: number | undefined): CallError {
    const { outgoing, progress } = this.#told;
    return this.#errorOf(result, outcomeOf(result, outgoing, progress), retryAfterMs);
  }

  /** Returns the error of a call that is cut off while no attempt is open. */
  between(cut: Cut): CallError {
    const outcome = outcomeBetween(this.#told.progress);
    if (cut.kind !== 'threw') return this.#errorOf(cut, outcome);
    const cause = this.#redactor.cause(cut.cause);
    return new ConnectionError('the apiKey function failed', { ...this.#facts(outcome), cause });
  }

  #errorOf(result: Failed, outcome: Outcome, retryAfterMs?: number): CallError {
    const requestId = 'status' in result ? result.requestId : this.#told.progress.requestId;
    const facts: CallFacts = {
      ...this.#facts(outcome),
      requestId: requestId && this.#redactor.text(requestId),
      retryAfterMs,
    };
    const { outgoing, url } = this.#told;
    return toCallError(result, facts, this.#redactor, { ...outgoing, origin: new URL(url).origin });
  }

  #facts(outcome: Outcome): CallFacts {
    const { operation } = this.#told.outgoing;
    const { callId, attempts, elapsedMs } = this.#told.progress;
    return { callId, operation, outcome, attempts, elapsedMs };
  }
}

import { ConsentEvidenceError } from '../errors/consent-evidence-error.ts';
import type { LeadDecision } from './decision.ts';

/**
 * What is wrong with a ledger:
 * - `failed`: an error of its storage, which is the `cause`, or no answer.
 * - `not_whole`: its table lacks a unique index, without which one record could be accepted for two
 *   leads. The message says what to do. No lead is sent until then.
 */
export type LedgerErrorReason = 'failed' | 'not_whole';

/** What a pass had done when its ledger failed. */
export interface PassSoFar {
  /** What it had decided, as `resume` would have returned it. */
  readonly decisions: readonly LeadDecision[];
  /** The leads for which it had sent a request. For every other lead, it sent nothing. */
  readonly sent: readonly string[];
}

/** What a {@link LedgerError} is made of, besides its words. */
export interface LedgerErrorFacts extends Partial<PassSoFar> {
  /** The ledger's own error. */
  readonly cause?: unknown;
  /** Default: `failed`. */
  readonly reason?: LedgerErrorReason | undefined;
}

/**
 * The ledger failed before anything was sent for a lead, so nothing was paid. `cause` is the
 * ledger's own error. Take the lead again: if the ledger had saved it and only its answer was lost,
 * `resume` decides the lead too.
 *
 * If it failed during a `resume`, what the pass had decided before is in `decisions`, and the leads
 * that it had sent requests for are in `sent`.
 *
 * @example
 * ```ts
 * try {
 *   await intake.take({ leadId: 'L-1', shareUrl, phone: '(212) 555-0147' });
 * } catch (error) {
 *   if (error instanceof LedgerError) console.error('post the lead again', error.cause);
 *   else throw error;
 * }
 * ```
 */
export class LedgerError extends ConsentEvidenceError {
  static override readonly kind: string = 'LedgerError';

  /** What is wrong with the ledger. */
  readonly reason: LedgerErrorReason;
  /** `not_sent`: nothing was sent to the service. `unknown`: for the leads in `sent`, something was. */
  readonly outcome: 'not_sent' | 'unknown';
  /** What a `resume` had decided before. */
  readonly decisions: readonly LeadDecision[];
  /** The leads for which a `resume` had sent a request. For every other lead, it sent nothing. */
  readonly sent: readonly string[];

  constructor(what: string, facts: LedgerErrorFacts = {}) {
    const { cause, reason = 'failed', decisions = [], sent = [] } = facts;
    const other = sent.length === 0 ? '' : ' for any other lead than those in `sent`';
    super(['LedgerError'], `the ledger failed: ${what}; nothing was sent${other}`, { cause });
    this.reason = reason;
    this.outcome = sent.length === 0 ? 'not_sent' : 'unknown';
    this.decisions = decisions;
    this.sent = sent;
  }
}

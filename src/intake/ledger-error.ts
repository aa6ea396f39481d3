import { ConsentEvidenceError } from '../errors/consent-evidence-error.ts';
import type { LeadDecision } from './decision.ts';
import type { LeadName } from './lead.ts';

/**
 * What is wrong with a ledger:
 * - `failed`: an error of its storage, which is the `cause`, or no answer.
 * - `not_whole`: its table lacks a unique index, without which one record could be accepted for two
 *   leads. The message says what to do. No lead is sent until then.
 * - `other_account`: its leads are another account's, which this one would pay for.
 * - `other_version`: its table was made by another version of this package.
 */
export type LedgerErrorReason = 'failed' | 'not_whole' | 'other_account' | 'other_version';

/** What a pass had done when its ledger failed. */
export interface PassSoFar {
  /** What it had decided, as `resume` would have returned it. */
  readonly decisions: readonly LeadDecision[];
  /** The leads for which it had sent a request. For every other lead, it sent nothing. */
  readonly sent: readonly LeadName[];
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
 * a worker decides the lead too.
 *
 * If it failed during a `resume`, what the pass had decided before is in `decisions`, and the leads
 * that it had sent requests for are in `sent`.
 *
 * @example
 * ```ts
 * try {
 *   await intake.take({ source: 'sunroof', leadId: 'L-1', shareUrl, phone });
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
  readonly sent: readonly LeadName[];

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

/** Runs a step of the ledger, whose errors become a {@link LedgerError}. */
export async function ledgerStep<T>(what: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    throw cause instanceof LedgerError ? cause : new LedgerError(what, { cause });
  }
}

/** The version of the tables that this package reads and writes. */
export const LEDGER_VERSION = 2;

const quoted = (account: string): string =>
  account === '' ? 'no account' : JSON.stringify(account);

/** The error of an intake whose ledger another account has. */
export function otherAccount(kept: string, given: string): LedgerError {
  const what =
    `it is the ledger of ${quoted(kept)}, and this intake is for ${quoted(given)}: ` +
    'use the option account of the intakes that filled it, or another table';
  return new LedgerError(what, { reason: 'other_account' });
}

/** The error of a table that another version made, or that says no version. */
export function otherVersion(table: string, found: number | undefined): LedgerError {
  const has = found === undefined ? 'says no version' : `has version ${found}`;
  const what =
    `${table} ${has}, and this version of consent-evidence needs version ${LEDGER_VERSION}: ` +
    'use the version that made the table, or another table';
  return new LedgerError(what, { reason: 'other_version' });
}

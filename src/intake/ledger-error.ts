import { ConsentEvidenceError } from '../errors/consent-evidence-error.ts';

/**
 * The ledger failed before anything was sent for a lead, so nothing was paid. `cause` is the
 * ledger's own error. Take the lead again: if the ledger had saved it and only its answer was lost,
 * `resume` decides the lead too.
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

  /** Nothing was sent to the service. */
  readonly outcome = 'not_sent';

  constructor(what: string, cause: unknown) {
    super(['LedgerError'], `the ledger failed: ${what}; nothing was sent`, { cause });
  }
}

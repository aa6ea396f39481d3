import { LeadIntake } from './intake.ts';
import { intakeSettings, type LeadIntakeOptions } from './intake-options.ts';

/**
 * Creates a buyer's lead intake. It receives each lead's record under the criteria, decides, and
 * saves the decision in the ledger. No lead is paid for twice, no record is accepted for two leads,
 * and nothing that may have been paid for is refused, even if a process dies at any point.
 *
 * @throws `InvalidInputError` naming each invalid option.
 * @example
 * ```ts
 * const intake = createLeadIntake({
 *   client: new ConsentEvidence(),
 *   ledger: sqliteLedger('leads.db'),
 *   criteria: {
 *     schemaVersion: 1,
 *     disclosure: { requireEveryDisclosureConsented: true, allowConsentBySubmission: true },
 *   },
 * });
 * const decision = await intake.take({ source: 'sunroof', leadId: 'L-1', shareUrl, phone });
 * ```
 */
export function createLeadIntake<Tx = unknown>(options: LeadIntakeOptions<Tx>): LeadIntake<Tx> {
  return new LeadIntake(intakeSettings(options));
}

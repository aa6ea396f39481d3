import { type InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';

/**
 * Returns an organization's variable: `CONSENT_EVIDENCE_ACME_API_KEY` for
 * `CONSENT_EVIDENCE_API_KEY` of `acme`.
 */
export function variableOf(organizationId: string, name: string): string {
  const part = organizationId.replace(/[^A-Za-z0-9]/g, '_').toUpperCase();
  return name.replace('CONSENT_EVIDENCE_', `CONSENT_EVIDENCE_${part}_`);
}

/**
 * Rejects two organizations with the same variable: one would get the other's key.
 *
 * @throws InvalidInputError naming both.
 */
export function refuseSameVariable(organizationIds: Iterable<string>): void {
  const idOf = new Map<string, string>();
  for (const organizationId of organizationIds) {
    const variable = variableOf(organizationId, 'CONSENT_EVIDENCE_API_KEY');
    const other = idOf.get(variable);
    if (other !== undefined && other !== organizationId) {
      const both = `"${other}" and "${organizationId}"`;
      throw invalidInput(
        'organizations',
        `${both} have the same variable, ${variable}; rename one`,
      );
    }
    idOf.set(variable, organizationId);
  }
}

/** A seed can have thousands. */
const NAMED_MAX = 20;

/** The error of `--as` with an id that the fake does not have. */
export function unknownOrganization(as: string, known: readonly string[]): InvalidInputError {
  const more = known.length - NAMED_MAX;
  const named = known.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` or ${more} more` : '');
  const expected = known.length === 0 ? '' : `; expected one of ${named}`;
  return invalidInput('--as', `the fake has no organization "${as}"${expected}`);
}

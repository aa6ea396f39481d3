import { invalidInput } from '../../src/errors/invalid-input-error.ts';

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

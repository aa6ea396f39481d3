import { isHopelessPhone, normalizePhone } from '../acceptance/normalize-phone.ts';
import { type AcceptanceCriteria, acceptanceIssues } from '../contract/acceptance.ts';
import type { Operation } from '../contract/endpoints.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { plainCopy } from '../options/plain-copy.ts';

/** Whether every reading of the service can read the phone of the criteria, if they have one. */
export function hasReadablePhone(acceptance: AcceptanceCriteria | undefined): boolean {
  const phone = acceptance?.leadMatch?.phone;
  return phone === undefined || normalizePhone(phone, 'strict') !== undefined;
}

/** Lists what is wrong with the criteria, at the paths that the service would report. */
function criteriaIssues(acceptance: AcceptanceCriteria): Issue[] {
  const issues = acceptanceIssues(acceptance);
  if (issues.length > 0) return issues;
  const phone = acceptance.leadMatch?.phone;
  if (phone === undefined || !isHopelessPhone(phone)) return [];
  const message = 'expected a 10-digit North American number, with an optional leading 1';
  return [{ path: 'leadMatch.phone', message }];
}

/**
 * Checks criteria, and returns them as they are sent.
 *
 * @throws InvalidInputError at the paths that the service would report.
 */
export function plainCriteria(
  acceptance: AcceptanceCriteria,
  operation?: Operation,
): AcceptanceCriteria {
  const plain = plainCopy(acceptance) as AcceptanceCriteria;
  const wrong = criteriaIssues(acceptance);
  // The first check does not see a hidden member with a wrong name, the second no method.
  if (wrong.length === 0) wrong.push(...acceptanceIssues(plain));
  if (wrong.length > 0) throw new InvalidInputError(wrong, operation, 'acceptance');
  return plain;
}

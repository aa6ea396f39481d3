import type { AcceptanceCriteria } from '../../../../src/contract/acceptance.ts';
import { formatDuration } from '../ground/format.ts';

/** One rule of the criteria. */
export interface Rule {
  readonly ruleId: string;
  readonly demand: string;
}

const CHECKS = {
  requirePresent: 'At least one disclosure was found',
  requireUserSubmission: 'A submission was observed',
  requireCheckboxPresent: 'A disclosure has a readable consent checkbox',
  requireAllCheckboxesAffirmed: 'Every consent checkbox was checked',
  requireEveryDisclosureConsented: 'Every disclosure was consented to',
} as const;

/** The yes-or-no checks of `disclosure` by field (spec §2.7). */
export const DISCLOSURE_CHECKS = Object.entries(CHECKS) as [keyof typeof CHECKS, string][];

/** Returns what the criteria demand, in the order in which the service judges it. */
export function rulesOf({ record, disclosure = {}, leadMatch }: AcceptanceCriteria): Rule[] {
  const rules: Rule[] = [];
  if (record?.maxAgeSeconds !== undefined) {
    const age = formatDuration(record.maxAgeSeconds * 1000);
    rules.push({ ruleId: 'record.maxAgeSeconds', demand: `The record is no older than ${age}` });
  }
  for (const [field, demand] of DISCLOSURE_CHECKS) {
    if (disclosure[field] === true) rules.push({ ruleId: `disclosure.${field}`, demand });
  }
  for (const { ruleId, anyOf } of disclosure.requiredText ?? []) {
    rules.push({ ruleId, demand: `A disclosure says “${anyOf.join('” or “')}”` });
  }
  for (const { ruleId, anyOf } of disclosure.forbiddenText ?? []) {
    rules.push({ ruleId, demand: `No disclosure says “${anyOf.join('” or “')}”` });
  }
  if (leadMatch !== undefined) {
    const demand = "The lead's number was entered in a phone field";
    rules.push({ ruleId: 'leadMatch.phone', demand });
  }
  return rules;
}

import { judge } from '../../../src/acceptance/judge.ts';
import { normalizePhone } from '../../../src/acceptance/normalize-phone.ts';
import { type AcceptanceCriteria, acceptanceIssues } from '../../../src/contract/acceptance.ts';
import type { Issue } from '../../../src/options/issue.ts';
import { EMPTY_LIST, isEmptyList } from '../../ground/empty-list.ts';
import type { StoredCdr } from '../../world/entities.ts';
import type { KeyedCall } from './call.ts';
import { ServiceFailure } from './failure.ts';

function invalidArgument(check: string, message: string, details?: unknown): ServiceFailure {
  return new ServiceFailure('INVALID_ARGUMENT', message, { check, section: '4.6', details });
}

/** Says of each `[]` where an object is expected what probably wrote it. */
function withEmptyLists(issues: readonly Issue[], criteria: unknown): Issue[] {
  return issues.map(({ path, message }) => {
    const steps = path === '' ? [] : path.split('.');
    const given = steps.reduce<unknown>(
      (held, step) => (held as Record<string, unknown> | undefined)?.[step],
      criteria,
    );
    const isObjectMeant = isEmptyList(given) && message.startsWith('expected object');
    return { path, message: isObjectMeant ? `${message}: ${EMPTY_LIST}` : message };
  });
}

/** Reads the criteria of a receive. Refuses any that are not valid. */
export function readCriteria(value: unknown, call: KeyedCall): AcceptanceCriteria {
  const issues = withEmptyLists(acceptanceIssues(value), value);
  if (issues.length > 0) {
    const [first] = issues;
    const at = first?.path ? `acceptance.${first.path}` : 'acceptance';
    const message = `acceptance is not valid, at ${at}: ${first?.message}; see details.issues`;
    throw invalidArgument('the acceptance criteria are valid', message, { issues });
  }
  const criteria = value as AcceptanceCriteria;
  const { phoneGrammar } = call.engine.readings;
  if (
    criteria.leadMatch !== undefined &&
    normalizePhone(criteria.leadMatch.phone, phoneGrammar) === undefined
  ) {
    const message = 'leadMatch.phone is not a 10-digit North American number; refuse the lead';
    throw invalidArgument('leadMatch.phone can be normalized', message);
  }
  return criteria;
}

/** Refuses a record that does not meet the criteria (spec §7.1). */
export function refuseUnaccepted(
  call: KeyedCall,
  cdr: StoredCdr,
  criteria: AcceptanceCriteria,
): void {
  const { page, createdAt } = cdr;
  const facts = page.consentFacts && { userSubmitted: true, ...page.consentFacts };
  const record = { createdAt, detectedDisclosureDetails: facts };
  const { failures } = judge(criteria, record, {
    now: call.now,
    readings: call.engine.readings,
    hasPhone: (digits) =>
      page.formPhones.length === 0 ? undefined : page.formPhones.includes(digits),
  });
  if (failures.length === 0) return;
  const unmet = failures.map(({ ruleId, code }) => `${ruleId} (${code})`).join(', ');
  throw new ServiceFailure(
    'CDR_ACCEPTANCE_FAILED',
    `the record does not meet ${unmet}; nothing was charged and the token stays usable`,
    {
      check: 'the record meets the acceptance criteria',
      section: '7.1',
      values: Object.fromEntries(failures.map(({ ruleId, code }) => [ruleId, code])),
      details: { outcome: 'rejected', failures },
    },
  );
}

import { judge } from '../../src/acceptance/judge.ts';
import { DEFAULT_ACCEPTANCE_READINGS, READING_VALUES } from '../../src/acceptance/readings.ts';
import type { AcceptanceCriteria } from '../../src/contract/acceptance.ts';
import type { StoredCdr } from '../world/entities.ts';
import type { SentReceive } from './receives.ts';
import type { Rule } from './rule.ts';
import { timeText } from './story.ts';

/** The readings that can change whether a record meets criteria, without `leadMatch`. */
const READINGS = READING_VALUES.unicodeForm.flatMap((unicodeForm) =>
  READING_VALUES.missingMechanism.map((missingMechanism) => ({
    ...DEFAULT_ACCEPTANCE_READINGS,
    unicodeForm,
    missingMechanism,
  })),
);

interface Judged {
  readonly createdAt: number;
  readonly detectedDisclosureDetails?: Parameters<typeof judge>[1]['detectedDisclosureDetails'];
}

function judgedOf({ page, createdAt }: StoredCdr): Judged {
  const facts = page.consentFacts && { userSubmitted: true, ...page.consentFacts };
  return { createdAt, detectedDisclosureDetails: facts };
}

/** The same record with its boxes checked, at the moment of its capture. */
function atItsBest({ createdAt, detectedDisclosureDetails: facts }: Judged): Judged {
  if (facts === undefined) return { createdAt };
  const checked = { checkboxDetected: true, checkboxAffirmed: true, consentMechanism: 'checkbox' };
  const disclosures = facts.disclosures.map((each) => ({ ...each, ...checked }));
  return { createdAt, detectedDisclosureDetails: { ...facts, disclosures } };
}

/** The rules that it fails under every reading; the phone is `noStranger`’s. */
function failedRules(
  { leadMatch: _, ...criteria }: AcceptanceCriteria,
  record: Judged,
  now: number,
): string[] {
  const failed = new Set<string>();
  for (const readings of READINGS) {
    const { outcome, failures } = judge(criteria, record, { now, readings });
    if (outcome !== 'rejected') return [];
    for (const { ruleId } of failures) failed.add(ruleId);
  }
  return [...failed];
}

const textOf = ({ leadMatch: _, ...criteria }: AcceptanceCriteria): string =>
  JSON.stringify(criteria);

/**
 * Returns the rules that the record fails of the last criteria sent, at each instant at which they
 * were sent. Criteria that this record could not meet even with checked boxes only ask whether it was
 * paid for, if others were sent as well.
 */
function failedOf(receives: readonly SentReceive[], record: Judged): string[] {
  const sent = receives.flatMap(({ criteria, at }) =>
    criteria === undefined ? [] : [{ criteria, at }],
  );
  const best = atItsBest(record);
  const fits = ({ criteria }: { criteria: AcceptanceCriteria }): boolean =>
    failedRules(criteria, best, best.createdAt).length === 0;
  const last = (sent.length > 1 ? sent.findLast(fits) : undefined) ?? sent.at(-1);
  if (last === undefined) return [];
  const same = sent.filter(({ criteria }) => textOf(criteria) === textOf(last.criteria));
  const failed = same.map(({ criteria, at }) => failedRules(criteria, record, at));
  return failed.some((rules) => rules.length === 0) ? [] : (failed.at(-1) ?? []);
}

/** Criteria were sent for each accepted lead, and its record meets them, judged offline. */
export const criteriaMet: Rule = ({ answers, books, story, world }) => {
  for (const { leadId, decision, cdrId, at } of answers) {
    const state = books.leadById(leadId);
    const cdr = cdrId === undefined ? undefined : world.cdrs.get(cdrId);
    if (decision !== 'accept' || state === undefined || cdr === undefined) continue;
    const said = `${leadId} is accepted at ${timeText(at)} with ${story.nameOf(cdrId)}`;
    const receives = books.receives.of(state.token);
    if (receives.every(({ criteria }) => criteria === undefined)) {
      return `${said}, but no criteria were sent for it`;
    }
    const [rule] = failedOf(receives, judgedOf(cdr));
    if (rule !== undefined) return `${said}, which does not meet the criteria sent for it: ${rule}`;
  }
  return undefined;
};

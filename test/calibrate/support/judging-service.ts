import { evaluateAcceptance } from '../../../src/acceptance/evaluate.ts';
import type { Ask } from '../../../src/calibrate/ask.ts';
import { judgingStatements } from '../../../src/calibrate/statements/judging.ts';
import type { AcceptanceCriteria } from '../../../src/contract/acceptance.ts';
import {
  accountOf,
  craftedRun,
  entryOf,
  failure,
  NOW,
  type Reply,
  rightService,
  statementIn,
  wordsOf,
} from './crafted-run.ts';

export const CHECKED = {
  checkboxDetected: true,
  checkboxAffirmed: true,
  consentMechanism: 'checkbox',
};
const UNCHECKED = {
  checkboxDetected: true,
  checkboxAffirmed: false,
  consentMechanism: 'none_detected',
};
const BUTTON = { checkboxDetected: false, consentMechanism: 'button_submission' };
export const TEXT = 'I agree that they may call';
export const details = (...disclosures: object[]) => ({
  detectedDisclosureDetails: { userSubmitted: true, disclosures },
});
const PHONES = { autoMetadata: { phones: ['+12125550147'] } };

/** A record of each kind, and others of the same kinds. */
const MEMBERS: readonly object[] = [
  { ...details({ text: TEXT, ...CHECKED }), ...PHONES },
  details({ text: TEXT, ...UNCHECKED }),
  details({ text: 'It’s what I agree to', ...BUTTON }),
  details({ text: 'Other', ...CHECKED }, { text: TEXT, ...BUTTON }),
  details(),
  {},
  details({ text: 'the same kind', ...CHECKED }),
  details({ text: 'no mechanism', checkboxDetected: true, checkboxAffirmed: true }),
  details({ text: 'ｗｉｄｅ', ...BUTTON, checkboxDetected: true }),
];
export const KINDS = MEMBERS.map((members, at) => entryOf(at + 1, members));

type Failures = Map<string, string>;
export interface Judged {
  readonly cdrId: string;
  readonly criteria: AcceptanceCriteria;
}
export type Change = (failures: Failures, judged: Judged) => unknown;

/** Refuses as the specification says, after `change`. */
export function judging(change: Change = () => undefined, entries = KINDS) {
  const right = rightService(entries);
  return (ask: Ask): Reply => {
    const [, cdrId = ''] = /^\/v1\/shares\/tok_(\w+)$/.exec(ask.path) ?? [];
    if (cdrId === '') return right(ask);
    const entry = entries.find((each) => each.cdrId === cdrId);
    const { acceptance: criteria } = ask.body as { acceptance: AcceptanceCriteria };
    const record = {
      createdAt: entry?.createdAt ?? 0,
      detectedDisclosureDetails: entry?.members['detectedDisclosureDetails'],
    };
    const { failures } = evaluateAcceptance(criteria, record as never, { now: NOW });
    const codes: Failures = new Map(failures.map(({ ruleId, code }) => [ruleId, String(code)]));
    change(codes, { cdrId, criteria });
    const listed = [...codes].map(([ruleId, code]) => ({ ruleId, status: 'failed', code }));
    return failure(422, 'CDR_ACCEPTANCE_FAILED', { outcome: 'rejected', failures: listed });
  };
}

/** Checks a statement on such a service. */
export async function judgedBy(begin: string, change?: Change, entries = KINDS) {
  const made = craftedRun(judging(change, entries), { account: accountOf(entries) });
  const words = await wordsOf(() => statementIn(judgingStatements, begin).check(made.run));
  return { ...made, words };
}

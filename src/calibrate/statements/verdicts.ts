import { evaluateAcceptance } from '../../acceptance/evaluate.ts';
import type { DisclosureCriteria } from '../../contract/acceptance.ts';
import { MAX_AGE_SECONDS_MAX } from '../../contract/limits.ts';
import type { ForbiddenTextRule, RequiredTextRule } from '../../contract/text-rules.ts';
import { disclosuresOf, wordIn } from '../readings/text-readings.ts';
import type { ReceiveParts } from '../receives.ts';
import type { Specimen } from '../records.ts';
import { refusingCriteria } from '../refusal.ts';
import { failuresOf, isNotMeasured, type Run } from '../run.ts';

/** One refused receive: what the service listed, and what `evaluateAcceptance` lists for the record. */
export interface Case {
  readonly specimen: Specimen;
  readonly asked: ReadonlySet<string>;
  readonly listed: ReadonlyMap<string, string>;
  readonly expected: ReadonlyMap<string, string>;
}

/** How many kinds of records are tried. */
const SPECIMENS_MAX = 10;

/** Returns a key of what matters to the rules about a record. */
function kindOf(specimen: Specimen): string {
  if (specimen.members['detectedDisclosureDetails'] === undefined) return 'no facts';
  const kinds = disclosuresOf(specimen).map(
    ({ consentMechanism, checkboxDetected, checkboxAffirmed, text }) =>
      [consentMechanism, checkboxDetected, checkboxAffirmed, /[’‘]/.test(text)].join(),
  );
  return JSON.stringify(kinds);
}

/** Returns whether the verdict is independent of `missingMechanism` and `unicodeForm`. */
function isPlain(specimen: Specimen): boolean {
  return disclosuresOf(specimen).every(
    ({ consentMechanism, text }) =>
      consentMechanism !== undefined && text.normalize('NFKC') === text.normalize('NFC'),
  );
}

const upper = (text: string): string => text.toUpperCase();

/** Returns text rules about the record's own words, named by what they test. */
function textRules(specimen: Specimen, phrase: string) {
  const texts = disclosuresOf(specimen).map(({ text }) => text.slice(0, 5000));
  const [text = ''] = texts;
  const word = wordIn(text);
  const spaced = /[A-Za-z]+ [A-Za-z]+/.exec(text)?.[0];
  const curly = /[A-Za-z]+[’‘][A-Za-z]+/.exec(text)?.[0];
  const required: RequiredTextRule[] = [];
  const forbidden: ForbiddenTextRule[] = [{ ruleId: 'f.absent', anyOf: [phrase] }];
  if (word !== undefined) {
    const anyOf = [word];
    required.push(
      { ruleId: 'r.word', anyOf },
      { ruleId: 'r.anyOf', anyOf: [phrase, word] },
      { ruleId: 'r.case', anyOf: [upper(word)] },
      { ruleId: 'r.every', anyOf, scope: 'every_disclosure' },
      { ruleId: 'r.any', anyOf, scope: 'any_disclosure' },
      { ruleId: 'r.exactWord', anyOf, match: 'exact' },
    );
    forbidden.push({ ruleId: 'f.word', anyOf });
  } else {
    required.push({ ruleId: 'r.every', anyOf: [phrase], scope: 'every_disclosure' });
    required.push({ ruleId: 'r.any', anyOf: [phrase], scope: 'any_disclosure' });
  }
  if (text.trim() !== '') required.push({ ruleId: 'r.exactText', anyOf: [text], match: 'exact' });
  if (spaced !== undefined) {
    required.push({ ruleId: 'r.spaces', anyOf: [` ${spaced.replace(' ', '  \n ')} `] });
  }
  if (curly !== undefined) {
    required.push({ ruleId: 'r.curly', anyOf: [curly.replace(/[’‘]/g, "'")] });
  }
  return { requiredText: required, forbiddenText: forbidden };
}

const CHECKS = {
  requirePresent: true,
  requireUserSubmission: true,
  requireCheckboxPresent: true,
  requireAllCheckboxesAffirmed: true,
  requireEveryDisclosureConsented: true,
} as const;

function questionsOf(specimen: Specimen, phrase: string): ReceiveParts[] {
  const strict: DisclosureCriteria = { ...CHECKS, ...textRules(specimen, phrase) };
  const lenient: DisclosureCriteria = {
    requireEveryDisclosureConsented: true,
    allowConsentBySubmission: true,
  };
  return [
    { record: { maxAgeSeconds: 1 }, disclosure: strict },
    { record: { maxAgeSeconds: MAX_AGE_SECONDS_MAX }, disclosure: lenient },
  ];
}

const CHECK_NAMES = [...Object.keys(CHECKS), 'allowConsentBySubmission'];

/** Returns the names of all rules of a question. */
function rulesIn({ record, disclosure = {} }: ReceiveParts): Set<string> {
  const checks = CHECK_NAMES.filter((name) => name in disclosure).map(
    (name) => `disclosure.${name}`,
  );
  const texts = [...(disclosure.requiredText ?? []), ...(disclosure.forbiddenText ?? [])];
  const age = record === undefined ? [] : ['record.maxAgeSeconds'];
  return new Set([...age, ...checks, ...texts.map(({ ruleId }) => ruleId)]);
}

/** The name of the check that only the lenient question has, which tells the two questions apart. */
export const LENIENT = 'disclosure.allowConsentBySubmission';

async function caseOf(
  run: Run,
  specimen: Specimen,
  parts: ReceiveParts,
): Promise<Case | undefined> {
  let token: string;
  try {
    token = await run.tokens.of(specimen.cdrId);
  } catch (error) {
    if (isNotMeasured(error)) return undefined;
    throw error;
  }
  const criteria = refusingCriteria(run.phrase, parts);
  const { createdAt } = specimen.entry;
  const record = { createdAt, detectedDisclosureDetails: specimen.facts };
  const expectedNow = (): Map<string, string> => {
    const { failures } = evaluateAcceptance(criteria, record, { now: run.clock.now() });
    return new Map(failures.map(({ ruleId, code }) => [ruleId, String(code)]));
  };
  const before = expectedNow();
  const listed = failuresOf(await run.receive(token, parts)) ?? new Map<string, string>();
  const expected = expectedNow();
  // A record may become too old between the two, and no one knows on which side the service looked.
  const asked = [...rulesIn(parts)].filter((rule) => before.get(rule) === expected.get(rule));
  return { specimen, asked: new Set(asked), listed, expected };
}

async function ask(run: Run): Promise<Case[]> {
  const kinds = new Set<string>();
  const cases: Case[] = [];
  for (const specimen of await run.records.unheld()) {
    const kind = kindOf(specimen);
    if (kinds.has(kind) || kinds.size >= SPECIMENS_MAX || !isPlain(specimen)) continue;
    kinds.add(kind);
    for (const parts of questionsOf(specimen, `${run.phrase} again`)) {
      const one = await caseOf(run, specimen, parts);
      if (one !== undefined) cases.push(one);
    }
  }
  return cases;
}

const asked = new WeakMap<Run, Promise<Case[]>>();

/** Returns the refused receives of this run, for records of each kind. Sends them once. */
export function casesOf(run: Run): Promise<Case[]> {
  const known = asked.get(run) ?? ask(run);
  asked.set(run, known);
  return known;
}

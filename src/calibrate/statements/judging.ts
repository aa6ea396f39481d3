import type { Finding } from '../finding.ts';
import { differs, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import { disclosuresOf } from '../readings/text-readings.ts';
import type { Specimen } from '../records.ts';
import type { Run } from '../run.ts';
import { shownCode } from '../shape-of.ts';
import { rowsOf, type StatementRow } from '../statement-row.ts';
import { type Case, casesOf, LENIENT } from './verdicts.ts';

type Fits = (specimen: Specimen) => boolean;

const any: Fits = () => true;
const lacksFacts: Fits = ({ members }) => members['detectedDisclosureDetails'] === undefined;
const hasFacts: Fits = (specimen) => !lacksFacts(specimen);
const isEmpty: Fits = (specimen) => hasFacts(specimen) && disclosuresOf(specimen).length === 0;
const isFull: Fits = (specimen) => disclosuresOf(specimen).length > 0;
const hasBox: Fits = (specimen) => disclosuresOf(specimen).some((each) => each.checkboxDetected);
const isUnchecked: Fits = (specimen) =>
  disclosuresOf(specimen).some((each) => each.checkboxAffirmed === false);
const isPressed: Fits = (specimen) =>
  isFull(specimen) &&
  disclosuresOf(specimen).some((each) => each.consentMechanism === 'button_submission');
const areMany: Fits = (specimen) => disclosuresOf(specimen).length > 1;

const CONSENTED = 'disclosure.requireEveryDisclosureConsented';

/** Statements about rules, each with the rule and the records that it is checked with. */
const RULES: readonly (readonly [section: string, words: string, rule: string, fits: Fits])[] = [
  ['2.7', 'requirePresent wants one disclosure.', 'disclosure.requirePresent', hasFacts],
  [
    '2.7',
    'requireCheckboxPresent wants a readable box.',
    'disclosure.requireCheckboxPresent',
    hasFacts,
  ],
  [
    '2.7',
    'requireAllCheckboxesAffirmed wants every found box checked.',
    'disclosure.requireAllCheckboxesAffirmed',
    hasBox,
  ],
  [
    '2.7',
    'Without any box it is unavailable, not passing.',
    'disclosure.requireAllCheckboxesAffirmed',
    (each) => hasFacts(each) && !hasBox(each),
  ],
  ['2.7', 'requireEveryDisclosureConsented fails an empty list.', CONSENTED, isEmpty],
  ['2.7', 'It fails an unchecked box.', CONSENTED, isUnchecked],
  ['2.7', 'It fails a button where that is not allowed.', CONSENTED, isPressed],
  ['2.7', 'allowConsentBySubmission accepts the button.', LENIENT, isPressed],
  ['2.7', 'A millisecond older is RECORD_TOO_OLD.', 'record.maxAgeSeconds', any],
  ['2.7', 'requiredText wants a phrase in the text.', 'r.word', isFull],
  ['2.7', 'Any one phrase satisfies a rule.', 'r.anyOf', isFull],
  ['2.7', 'any_disclosure wants one disclosure, not each.', 'r.any', areMany],
  ['2.7', 'every_disclosure wants each.', 'r.every', areMany],
  ['2.7', 'every_disclosure does not pass an empty list.', 'r.every', isEmpty],
  ['2.7', 'any_disclosure does not pass an empty list.', 'r.any', isEmpty],
  ['2.7', 'exact compares the whole text.', 'r.exactWord', isFull],
  ['2.7', 'Letter case does not count.', 'r.case', isFull],
  ['2.7', 'Runs of white space count as one space.', 'r.spaces', isFull],
  ['2.7', 'A curly apostrophe is not a straight one.', 'r.curly', isFull],
  ['2.7', 'A forbidden phrase is refused where it stands.', 'f.word', isFull],
  ['2.7', 'A forbidden rule passes an empty list.', 'f.absent', isEmpty],
  [
    '7.1',
    'Without facts requireUserSubmission is failed, USER_SUBMISSION_NOT_DETECTED.',
    'disclosure.requireUserSubmission',
    lacksFacts,
  ],
  [
    '7.1',
    'Without facts requireAllCheckboxesAffirmed is CHECKBOX_AFFIRMATION_UNAVAILABLE.',
    'disclosure.requireAllCheckboxesAffirmed',
    lacksFacts,
  ],
  [
    '7.1',
    'Without facts any other disclosure rule is DISCLOSURE_DETAILS_UNAVAILABLE.',
    'disclosure.requirePresent',
    lacksFacts,
  ],
];

/** Returns the name under which a refusal lists a rule: for a modifier, the rule that it modifies. */
function listedAs(rule: string): string {
  return rule === LENIENT ? CONSENTED : rule;
}

function isOf({ asked, specimen }: Case, rule: string, fits: Fits): boolean {
  const isLenient = asked.has(LENIENT);
  if (rule === CONSENTED && isLenient) return false;
  // For `record.maxAgeSeconds`, the strict question makes the record too old; the lenient one does not.
  return asked.has(rule) && fits(specimen);
}

async function compare(run: Run, rule: string, fits: Fits): Promise<Finding> {
  const cases = (await casesOf(run)).filter((each) => isOf(each, rule, fits));
  if (cases.length === 0) notMeasured('the sender has no such record that could be shared');
  const name = listedAs(rule);
  const odd = cases.find(({ listed, expected }) => listed.get(name) !== expected.get(name));
  if (odd === undefined) return told(undefined);
  const [got, wanted] = [odd.listed.get(name), odd.expected.get(name)];
  const shown = (code: string | undefined): string =>
    code === undefined ? 'not listed' : shownCode(code);
  return differs(`${shown(got)} where ${shown(wanted)} was expected`);
}

const stated = rowsOf(2);
const ASKS = 'Refused receives of records of each kind, compared with evaluateAcceptance.';

const NUMBER = '(212) 555-0199';

/** How records are judged (spec §2.7, §7.1), checked with refused receives of the sender's records. */
export const judgingStatements: readonly StatementRow[] = [
  ...RULES.map(([section, words, rule, fits]) =>
    stated(section, words, ASKS, (run) => compare(run, rule, fits)),
  ),
  stated(
    '7.1',
    "Another number than the lead's is LEAD_PHONE_NOT_MATCHED.",
    'A refused receive with a number that no one has.',
    async (run) => {
      const hasPhones: Fits = ({ members }) => {
        const auto = members['autoMetadata'] as { phones?: unknown } | undefined;
        return Array.isArray(auto?.phones) && auto.phones.length > 0;
      };
      const specimen = await run.records.pick('record with a phone number', hasPhones);
      const failures = await run.failures(specimen, { leadMatch: { phone: NUMBER } });
      const code = failures.get('leadMatch.phone');
      // The number may be from the page's text, which is never compared.
      if (code === 'LEAD_PHONE_MATCH_UNAVAILABLE')
        notMeasured('the record has no phone form field');
      return code === 'LEAD_PHONE_NOT_MATCHED' ? told(undefined) : differs(shownCode(code));
    },
  ),
  stated(
    '7.1',
    'A record without phone data is LEAD_PHONE_MATCH_UNAVAILABLE.',
    'A refused receive with a number, of a record that has none.',
    async (run) => {
      const hasNone: Fits = ({ members }) => {
        const auto = members['autoMetadata'] as { phones?: unknown } | undefined;
        return auto?.phones === undefined;
      };
      const specimen = await run.records.pick('record without a phone number', hasNone);
      const failures = await run.failures(specimen, { leadMatch: { phone: NUMBER } });
      const code = failures.get('leadMatch.phone');
      return code === 'LEAD_PHONE_MATCH_UNAVAILABLE' ? told(undefined) : differs(shownCode(code));
    },
  ),
];

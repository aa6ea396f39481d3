import { describe, expect, it } from 'vitest';
import { type Change, type Judged, judgedBy, KINDS } from './support/judging-service.ts';

const CONSENTED = 'disclosure.requireEveryDisclosureConsented';
const AFFIRMED = 'disclosure.requireAllCheckboxesAffirmed';
const NO_TEXT = 'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND';
const isLenient = ({ criteria }: Judged): boolean =>
  criteria.disclosure?.allowConsentBySubmission === true;

/** Each statement with its rule, the records that show it, and what is listed for the first. */
const ROWS: readonly (readonly [
  begin: string,
  rule: string,
  cdrIds: readonly number[],
  code: string | undefined,
])[] = [
  ['requirePresent', 'disclosure.requirePresent', [1, 2, 3, 4, 5], undefined],
  ['requireCheckboxPresent', 'disclosure.requireCheckboxPresent', [1, 2, 3, 4, 5], undefined],
  ['requireAllCheckboxesAffirmed', AFFIRMED, [1, 2, 4], undefined],
  ['Without any box', AFFIRMED, [3, 5], 'CHECKBOX_AFFIRMATION_UNAVAILABLE'],
  ['requireEveryDisclosureConsented fails an', CONSENTED, [5], 'DISCLOSURE_CONSENT_NOT_ACCEPTED'],
  ['It fails an unchecked', CONSENTED, [2], 'DISCLOSURE_CONSENT_NOT_ACCEPTED'],
  ['It fails a button', CONSENTED, [3, 4], 'DISCLOSURE_CONSENT_NOT_ACCEPTED'],
  ['A millisecond older', 'record.maxAgeSeconds', [1, 2, 3, 4, 5, 6], 'RECORD_TOO_OLD'],
  ['requiredText wants', 'r.word', [1, 2, 3, 4], undefined],
  ['Any one phrase', 'r.anyOf', [1, 2, 3, 4], undefined],
  ['any_disclosure wants', 'r.any', [4], undefined],
  ['every_disclosure wants', 'r.every', [4], NO_TEXT],
  ['every_disclosure does', 'r.every', [5], NO_TEXT],
  ['any_disclosure does', 'r.any', [5], NO_TEXT],
  ['exact compares', 'r.exactWord', [1, 2, 3, 4], NO_TEXT],
  ['Letter case', 'r.case', [1, 2, 3, 4], undefined],
  ['Runs of white', 'r.spaces', [1, 2, 3], undefined],
  ['A curly', 'r.curly', [3], NO_TEXT],
  ['A forbidden phrase', 'f.word', [1, 2, 3, 4], 'FORBIDDEN_DISCLOSURE_TEXT_FOUND'],
  ['A forbidden rule', 'f.absent', [5], undefined],
  [
    'Without facts requireUserSubmission',
    'disclosure.requireUserSubmission',
    [6],
    'USER_SUBMISSION_NOT_DETECTED',
  ],
  ['Without facts requireAllCheckboxes', AFFIRMED, [6], 'CHECKBOX_AFFIRMATION_UNAVAILABLE'],
  ['Without facts any other', 'disclosure.requirePresent', [6], 'DISCLOSURE_DETAILS_UNAVAILABLE'],
];

describe.each(ROWS)('that %s', (begin, rule, numbers, code) => {
  const strict =
    (change: Change): Change =>
    (failures, judged) =>
      !isLenient(judged) && change(failures, judged);

  it('holds of a right service', async () => {
    expect((await judgedBy(begin)).words).toBe('as documented');
  });

  it('differs where the rule is listed and should not be, or the other way around', async () => {
    const first = `cdr_${numbers[0]}`;
    const flip = strict(
      (failures, { cdrId }) =>
        cdrId === first && (code === undefined ? failures.set(rule, 'ODD') : failures.delete(rule)),
    );
    const { words } = await judgedBy(begin, flip);
    expect(words).toBe(
      `differs: ${code === undefined ? 'ODD' : 'not listed'} where ${code ?? 'not listed'} was expected`,
    );
  });

  it('goes by the records that show it alone', async () => {
    const shown: number[] = [];
    for (const [at] of KINDS.entries()) {
      const odd = strict(
        (failures, { cdrId }) => cdrId === `cdr_${at + 1}` && failures.set(rule, 'ODD'),
      );
      if ((await judgedBy(begin, odd)).words !== 'as documented') shown.push(at + 1);
    }
    expect(shown).toEqual(numbers);
  });

  it('shows nothing without such a record', async () => {
    const others = KINDS.slice(0, 6).filter((_, at) => !numbers.includes(at + 1));
    expect((await judgedBy(begin, undefined, others)).words).toBe(
      'not measured: the sender has no such record that could be shared',
    );
  });
});

describe('that a button is consent where that is allowed', () => {
  it('is shown by the lenient question, and by no other', async () => {
    const lenient =
      (odd: boolean): Change =>
      (failures, judged) =>
        isLenient(judged) === odd && failures.set(CONSENTED, 'ODD');
    const begin = 'allowConsentBySubmission';
    expect((await judgedBy(begin)).words).toBe('as documented');
    expect((await judgedBy(begin, lenient(false))).words).toBe('as documented');
    expect((await judgedBy(begin, lenient(true))).words).toBe(
      'differs: ODD where not listed was expected',
    );
    expect((await judgedBy('It fails a button', lenient(true))).words).toBe('as documented');
  });
});

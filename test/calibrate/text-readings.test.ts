import { describe, expect, it } from 'vitest';
import type { Ask } from '../../src/calibrate/ask.ts';
import { REFUSAL_RULE } from '../../src/calibrate/refusal.ts';
import type { ReadingName } from '../../src/readings/readings.ts';
import {
  entriesOf,
  entryOf,
  failure,
  type Reply,
  receives,
  refusal,
} from './support/crafted-run.ts';
import { partly } from './support/partly.ts';
import { readingWords } from './support/reading-words.ts';

function measured(
  name: ReadingName,
  instead: (ask: Ask) => Reply | undefined,
  entries = entriesOf(1),
) {
  const made = partly(entries, instead);
  return { ...made, words: readingWords(made.run, name) };
}

const NOT_FOUND = failure(404, 'NOT_FOUND');

describe('readings of the text of a disclosure', () => {
  const box = { checkboxDetected: true, checkboxAffirmed: true };
  const record = (...disclosures: object[]) => [
    entryOf(1, { detectedDisclosureDetails: { disclosures } }),
  ];
  const lists = (...codes: [string, string][]) => receives(refusal(Object.fromEntries(codes)));
  const NO_RECORD = /^not measured: the sender has no record (?:whose disclosure|without)/;
  const NO_DETAILS = 'DISCLOSURE_DETAILS_UNAVAILABLE';

  it.each<[string, string, (ask: Ask) => Reply | undefined]>([
    ['ab I agree', 'is NFKC', lists()],
    ['I agree', 'is NFC', lists(['calibrate.wide', 'X'])],
    ['I agree', 'differs: a word of the text is not found', lists(['calibrate.plain', 'X'])],
    ['I agree', 'not measured: a receive returned 404', receives(NOT_FOUND)],
  ])('unicodeForm of %j: %s', async (text, words, instead) => {
    const { asked, ...found } = measured(
      'unicodeForm',
      instead,
      record({ text: '1', ...box }, { text, ...box }),
    );
    expect(await found.words).toBe(words);
    const requiredText = [
      { ruleId: REFUSAL_RULE },
      { ruleId: 'calibrate.plain', anyOf: ['agree'] },
      { ruleId: 'calibrate.wide', anyOf: ['ａｇｒｅｅ'] },
    ];
    expect(asked.at(-1)?.body).toMatchObject({ acceptance: { disclosure: { requiredText } } });
  });

  it.each(['ab', '', 'ｗｉｄｅ plain'])('unicodeForm needs another text than %j', async (text) => {
    expect(await measured('unicodeForm', lists(), record({ text, ...box })).words).toMatch(
      NO_RECORD,
    );
  });

  const CONSENTED = 'disclosure.requireEveryDisclosureConsented';
  it.each<[string, (ask: Ask) => Reply | undefined]>([
    ['is booleans', lists()],
    ['is unavailable', lists([CONSENTED, NO_DETAILS])],
    ['differs: the rule failed with another code', lists([CONSENTED, 'X'])],
  ])('missingMechanism %s', async (words, instead) => {
    const text = 'I agree';
    const entries = record({ text, ...box }, { text, ...box, consentMechanism: 'checkbox' });
    const { asked, ...found } = measured('missingMechanism', instead, entries);
    expect(await found.words).toBe(words);
    expect(asked.at(-1)?.body).toMatchObject({
      acceptance: { disclosure: { requireEveryDisclosureConsented: true } },
    });
  });

  it.each<[string, object[]]>([
    ['a mechanism', [{ ...box, consentMechanism: 'checkbox' }]],
    ['another mechanism', [{ ...box }, { ...box, consentMechanism: 'button_submission' }]],
    ['an unchecked box', [{ ...box }, { ...box, checkboxAffirmed: false }]],
    ['no box', [{ ...box }, { checkboxDetected: false, checkboxAffirmed: true }]],
    ['no disclosure', []],
  ])('missingMechanism needs a record other than one with %s', async (_, disclosures) => {
    const entries = record(...disclosures.map((each) => ({ text: 'I agree', ...each })));
    expect(await measured('missingMechanism', lists(), entries).words).toMatch(NO_RECORD);
  });

  const [PRESENT, BOX] = ['disclosure.requirePresent', 'disclosure.requireCheckboxPresent'];
  it.each<[string, [string, string][]]>([
    [
      'is perRule',
      [
        [PRESENT, NO_DETAILS],
        [BOX, NO_DETAILS],
        [REFUSAL_RULE, NO_DETAILS],
      ],
    ],
    ['is once', [[PRESENT, NO_DETAILS]]],
    ['differs: 1 rules are listed', [[BOX, NO_DETAILS]]],
    [
      'differs: 2 rules are listed',
      [
        [PRESENT, NO_DETAILS],
        [BOX, NO_DETAILS],
      ],
    ],
    [
      'differs: 3 rules are listed',
      [
        [PRESENT, NO_DETAILS],
        [BOX, NO_DETAILS],
        [REFUSAL_RULE, 'X'],
      ],
    ],
    ['differs: 1 rules are listed', [[PRESENT, 'X']]],
  ])('detailsUnavailable %s', async (words, codes) => {
    const { asked, ...found } = measured('detailsUnavailable', lists(...codes));
    expect(await found.words).toBe(words);
    const disclosure = { requirePresent: true, requireCheckboxPresent: true };
    expect(asked.at(-1)?.body).toMatchObject({ acceptance: { disclosure } });
    const withFacts = record({ text: 'I agree', ...box });
    expect(await measured('detailsUnavailable', lists(...codes), withFacts).words).toMatch(
      NO_RECORD,
    );
  });
});

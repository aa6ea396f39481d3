import { describe, expect, it } from 'vitest';
import { judgingStatements } from '../../src/calibrate/statements/judging.ts';
import type { AcceptanceCriteria } from '../../src/contract/acceptance.ts';
import {
  accountOf,
  craftedRun,
  entryOf,
  NOW,
  PHRASE,
  statementIn,
  wordsOf,
} from './support/crafted-run.ts';
import {
  CHECKED,
  type Change,
  details,
  judgedBy,
  judging,
  KINDS,
  TEXT,
} from './support/judging-service.ts';

describe('the questions about records', () => {
  it('are two for each of ten kinds of records, asked once in a run', async () => {
    const many = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((count) =>
      entryOf(count, details(...Array.from({ length: count }, () => ({ text: TEXT, ...CHECKED })))),
    );
    const { run, asked } = await judgedBy('requirePresent', undefined, many);
    await statementIn(judgingStatements, 'requireCheckbox').check(run);
    const receives = asked.filter(({ path }) => path.startsWith('/v1/shares/'));
    expect(receives).toHaveLength(20);
    const [strict, lenient] = receives.map(
      ({ body }) => (body as { acceptance: AcceptanceCriteria }).acceptance,
    );
    expect(strict).toMatchObject({
      record: { maxAgeSeconds: 1 },
      disclosure: {
        requirePresent: true,
        requireUserSubmission: true,
        requireCheckboxPresent: true,
        requireAllCheckboxesAffirmed: true,
        requireEveryDisclosureConsented: true,
      },
    });
    expect(lenient?.record).toEqual({ maxAgeSeconds: 157_680_000 });
    const { requiredText: _, ...modes } = lenient?.disclosure ?? {};
    expect(modes).toEqual({
      requireEveryDisclosureConsented: true,
      allowConsentBySubmission: true,
    });
  });

  it.each<[text: string, required: object[], forbidden: object[]]>([
    [
      'I agree',
      [
        { ruleId: 'r.word', anyOf: ['agree'] },
        { ruleId: 'r.anyOf', anyOf: [`${PHRASE} again`, 'agree'] },
        { ruleId: 'r.case', anyOf: ['AGREE'] },
        { ruleId: 'r.every', anyOf: ['agree'], scope: 'every_disclosure' },
        { ruleId: 'r.any', anyOf: ['agree'], scope: 'any_disclosure' },
        { ruleId: 'r.exactWord', anyOf: ['agree'], match: 'exact' },
        { ruleId: 'r.exactText', anyOf: ['I agree'], match: 'exact' },
        { ruleId: 'r.spaces', anyOf: [' I  \n agree '] },
      ],
      [
        { ruleId: 'f.absent', anyOf: [`${PHRASE} again`] },
        { ruleId: 'f.word', anyOf: ['agree'] },
      ],
    ],
    [
      'It’s',
      [
        { ruleId: 'r.every', anyOf: [`${PHRASE} again`], scope: 'every_disclosure' },
        { ruleId: 'r.any', anyOf: [`${PHRASE} again`], scope: 'any_disclosure' },
        { ruleId: 'r.exactText', anyOf: ['It’s'], match: 'exact' },
        { ruleId: 'r.curly', anyOf: ["It's"] },
      ],
      [{ ruleId: 'f.absent', anyOf: [`${PHRASE} again`] }],
    ],
    [
      '  ',
      [
        { ruleId: 'r.every', anyOf: [`${PHRASE} again`], scope: 'every_disclosure' },
        { ruleId: 'r.any', anyOf: [`${PHRASE} again`], scope: 'any_disclosure' },
      ],
      [{ ruleId: 'f.absent', anyOf: [`${PHRASE} again`] }],
    ],
  ])('are of the words of %j', async (text, required, forbidden) => {
    const entries = [entryOf(1, details({ text, ...CHECKED }))];
    const { asked } = await judgedBy('requirePresent', undefined, entries);
    const [first] = asked.filter(({ path }) => path.startsWith('/v1/shares/'));
    const { disclosure } = (first?.body as { acceptance: AcceptanceCriteria }).acceptance;
    expect(disclosure?.requiredText?.slice(1)).toEqual(required);
    expect(disclosure?.forbiddenText).toEqual(forbidden);
  });

  it('leave out a rule whose verdict changes while the receive is under way', async () => {
    const entries = [entryOf(0, { ...details({ text: TEXT, ...CHECKED }), createdAt: NOW - 500 })];
    const made = craftedRun(
      (ask) => {
        if (ask.path.startsWith('/v1/shares/')) made.time.now += 2_000;
        return judging(undefined, entries)(ask);
      },
      { account: accountOf(entries) },
    );
    // What the lenient question says of the age is still shown.
    const begin = 'A millisecond older';
    expect(await wordsOf(() => statementIn(judgingStatements, begin).check(made.run))).toBe(
      'as documented',
    );
  });

  it('leave out records without a token, and let a bug through', async () => {
    const given = [{ token: 'tok_cdr_2', cdrId: 'cdr_2' }];
    const parts = { account: accountOf(KINDS), tier: 2, given } as const;
    const { run, asked } = craftedRun(judging(), parts);
    const row = statementIn(judgingStatements, 'It fails an unchecked');
    expect(await wordsOf(() => row.check(run))).toBe('as documented');
    expect(asked.filter(({ path }) => path.startsWith('/v1/shares/'))).toHaveLength(2);
    const broken = craftedRun(
      (ask) => (ask.path.endsWith('/share') ? new Error('a bug') : judging()(ask)),
      { account: accountOf(KINDS) },
    );
    await expect(row.check(broken.run)).rejects.toThrow('a bug');
  });
});

describe('the phone of a lead', () => {
  const NUMBER = { phone: '(212) 555-0199' };
  const lists =
    (code: string | undefined): Change =>
    (failures) =>
      code === undefined
        ? failures.delete('leadMatch.phone')
        : failures.set('leadMatch.phone', code);
  const OTHER = 'Another number';
  const NONE = 'A record without phone';

  it.each<[string, string | undefined, string]>([
    [OTHER, 'LEAD_PHONE_NOT_MATCHED', 'as documented'],
    [OTHER, 'LEAD_PHONE_MATCH_UNAVAILABLE', 'not measured: the record has no phone form field'],
    [OTHER, 'ODD', 'differs: ODD'],
    [OTHER, undefined, 'differs: a code that is undefined'],
    [NONE, 'LEAD_PHONE_MATCH_UNAVAILABLE', 'as documented'],
    [NONE, 'LEAD_PHONE_NOT_MATCHED', 'differs: LEAD_PHONE_NOT_MATCHED'],
    [NONE, undefined, 'differs: a code that is undefined'],
  ])('%s: %s', async (begin, code, words) => {
    const { asked, ...found } = await judgedBy(begin, lists(code));
    expect(found.words).toBe(words);
    const { path, body } = asked.at(-1) ?? {};
    expect(path).toBe(`/v1/shares/tok_cdr_${begin === OTHER ? 1 : 2}`);
    expect(body).toMatchObject({ acceptance: { leadMatch: NUMBER } });
  });

  it('needs a record with one, and one without', async () => {
    const [one, two] = KINDS;
    const without = [two, entryOf(9, { autoMetadata: { phones: [] } })].flatMap(
      (each) => each ?? [],
    );
    expect((await judgedBy(OTHER, undefined, without)).words).toMatch(
      /^not measured: the sender has no record with a phone number/,
    );
    expect((await judgedBy(NONE, undefined, one === undefined ? [] : [one])).words).toMatch(
      /^not measured: the sender has no record without a phone number/,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { answerOf, membersOf, shapeOfAnswer } from '../../src/calibrate/answer.ts';
import { differs, holds, isAnswer, told } from '../../src/calibrate/finding.ts';
import { beginAlike, withoutNew } from '../../src/calibrate/known-entries.ts';
import { newPhrase, refusingCriteria } from '../../src/calibrate/refusal.ts';
import { failuresOf } from '../../src/calibrate/run.ts';
import { shapeOf, shownCode } from '../../src/calibrate/shape-of.ts';
import {
  accountOf,
  answered,
  craftedRun,
  entriesOf,
  entryOf,
  failure,
  refusal,
  success,
} from './support/crafted-run.ts';

const FITS = 'as documented';

describe('what a report shows of a response', () => {
  it.each<[object, string]>([
    [failure(404, 'NOT_FOUND'), '404 NOT_FOUND'],
    [failure(404, 'Zelda-Marker'), '404 a code that is string'],
    [{ status: 200, body: { a: 1 } }, '200 { a: number }'],
    [{ status: 200, body: 'null' }, '200 null'],
    [{ status: 204 }, '204 without a body'],
    [{ status: 502, body: '<html>' }, '502 with a body that is not JSON'],
  ])('%j: %s', (reply, words) => {
    expect(shapeOfAnswer(answered(reply))).toBe(words);
    expect(differs(answered(reply))).toEqual({ verdict: 'differs', saw: words });
  });

  it.each<[unknown, string]>([
    [null, 'null'],
    [true, 'boolean'],
    [undefined, 'undefined'],
    [[], '[]'],
    [[[], 1], '[2 of []]'],
    [
      { 'a b': 1, [`a${'b'.repeat(40)}`]: 1, [`a${'b'.repeat(39)}`]: null },
      `{ (a name): number, (a name): number, a${'b'.repeat(39)}: null }`,
    ],
    [{ '1a': 1, _a1: 1 }, '{ (a name): number, _a1: number }'],
    [
      { customMetadata: { secret: 1 }, autoMetadata: [1] },
      '{ customMetadata: object, autoMetadata: object }',
    ],
    [[[[[[[]]]]]], '[1 of [1 of [1 of [1 of [1 of []]]]]]'],
    [{ a: { a: { a: { a: { a: [1] } } } } }, '{ a: { a: { a: { a: { a: list } } } } }'],
  ])('is the form of %j', (value, words) => {
    expect(shapeOf(value)).toBe(words);
  });

  it('has at most 40 members, and codes that look like one', () => {
    const wide = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`m${at}`, 1]));
    expect(shapeOf(wide).match(/m\d+/g)).toHaveLength(40);
    const codes = [
      'OK',
      'A1_',
      `A${'B'.repeat(49)}`,
      'A',
      'a',
      `A${'B'.repeat(50)}`,
      'A B',
      'xAB',
      'AB\n',
      1,
      undefined,
    ];
    expect(codes.map(shownCode)).toEqual([
      ...['OK', 'A1_', `A${'B'.repeat(49)}`],
      ...Array.from({ length: 6 }, () => 'a code that is string'),
      ...['a code that is number', 'a code that is undefined'],
    ]);
  });
});

describe('a response', () => {
  it('is read by its envelope', () => {
    const read = (body: unknown) => {
      const { data, error, code } = answerOf({
        status: 200,
        headers: new Map(),
        text: JSON.stringify(body),
        bytes: 0,
      });
      return { data, error, code };
    };
    const nothing = { data: undefined, error: undefined, code: undefined };
    expect(read({ ok: true, data: { a: 1 }, error: { code: 'X' } })).toEqual({
      ...nothing,
      data: { a: 1 },
    });
    expect(read({ ok: false, data: {}, error: { code: 'X' } })).toEqual({
      ...nothing,
      error: { code: 'X' },
      code: 'X',
    });
    expect(read({ ok: false, error: { code: 1 } })).toEqual({ ...nothing, error: { code: 1 } });
    for (const body of [
      { ok: 1, data: {} },
      { ok: 'false', error: {} },
      { ok: true, data: [] },
      [],
      null,
      'x',
    ]) {
      expect(read(body)).toEqual(nothing);
    }
    expect([{}, null, [], 'x', 1, undefined].map(membersOf)).toEqual([
      {},
      ...Array.from({ length: 5 }),
    ]);
  });

  it('fits or differs', () => {
    expect([told(1), holds(true, 'x'), holds(false, 'x')]).toEqual([
      ...[
        { verdict: FITS, value: 1 },
        { verdict: FITS, value: undefined },
        { verdict: 'differs', saw: 'x' },
      ],
    ]);
    const gone = answered(failure(410, 'GONE'));
    expect([isAnswer(gone, 410, 'GONE'), isAnswer(gone, 410), isAnswer(gone, 404, 'GONE')]).toEqual(
      [true, false, false],
    );
    expect(isAnswer(answered({ status: 204 }), 204)).toBe(true);
  });

  it('is a refusal by criteria, with the code of each rule', () => {
    expect(failuresOf(answered(refusal({ a: 'X', b: 'Y' })))).toEqual(
      new Map([
        ['a', 'X'],
        ['b', 'Y'],
      ]),
    );
    expect(failuresOf(answered(failure(422, 'CDR_ACCEPTANCE_FAILED')))).toEqual(new Map());
    const odd = failure(422, 'CDR_ACCEPTANCE_FAILED', { failures: [null] });
    expect(failuresOf(answered(odd))).toEqual(new Map([['undefined', 'undefined']]));
    for (const other of [
      failure(422, 'GONE'),
      failure(400, 'CDR_ACCEPTANCE_FAILED'),
      success({}),
    ]) {
      expect(failuresOf(answered(other))).toBeUndefined();
    }
  });
});

describe('entries that were there before', () => {
  const [one, two, three] = [entryOf(1), entryOf(2), entryOf(3)];
  const account = accountOf([two, three, entryOf(0, { domainId: 'b.example' })]);
  it('are left after the new ones of their domain are taken away', () => {
    expect(withoutNew(account, [one, two, three])).toEqual([two, three]);
    expect(withoutNew(account, [])).toEqual([]);
  });

  it.each([
    ['the same', [two, three], [two, three], true],
    ['one of them shorter', [two], [two, three], true],
    ['a new one before', [one, two], [two, three], true],
    ['others', [three, two], [two, three], false],
    ['nothing on both', [], [], true],
    ['nothing on one', [], [two], false],
    ['nothing but new ones on one', [one], [two], undefined],
  ])('begin alike: %s', (_, left, right, expected) => {
    expect(beginAlike(account, left, right)).toBe(expected);
    expect(beginAlike(account, right, left)).toBe(expected);
  });
});

describe('a run', () => {
  it('knows the domains with enough records, the largest first', () => {
    const entries = [
      entryOf(9, { domainId: 'b.example' }),
      ...entriesOf(2),
      entryOf(8, { domainId: 'c.example' }),
    ];
    const { run } = craftedRun(() => success({}), { account: accountOf(entries) });
    expect(run.domains()).toEqual(['a.example', 'b.example', 'c.example']);
    expect(run.domains(2)).toEqual(['a.example']);
    expect(run.domain()).toBe('a.example');
    expect(() => run.domain(3)).toThrow('the sender has no domain with 3 records');
  });

  it('refuses by a phrase of 32 letters that comes first', () => {
    let at = 0;
    expect(newPhrase(() => ((at++ % 26) + 0.5) / 26)).toBe('abcdefghijklmnopqrstuvwxyzabcdef');
    expect(newPhrase(() => 0.999_999)).toBe('z'.repeat(32));
    const rule = { ruleId: 'r', anyOf: ['x'] };
    expect(
      refusingCriteria('p', {
        record: { maxAgeSeconds: 1 },
        disclosure: { requirePresent: true, requiredText: [rule] },
      }),
    ).toEqual({
      schemaVersion: 1,
      record: { maxAgeSeconds: 1 },
      disclosure: {
        requirePresent: true,
        requiredText: [{ ruleId: 'calibrate.refuse', anyOf: ['p'] }, rule],
      },
    });
  });
});

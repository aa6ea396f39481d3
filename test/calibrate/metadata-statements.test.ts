import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/calibrate/account.ts';
import { commonPair, pairsOf } from '../../src/calibrate/readings/common-pair.ts';
import { metadataStatements } from '../../src/calibrate/statements/metadata.ts';
import { type ListRules, listService } from './support/crafted-lists.ts';
import {
  accountOf,
  craftedRun,
  entryOf,
  failure,
  statementIn,
  success,
  wordsOf,
} from './support/crafted-run.ts';

const withPairs = (number: number, customMetadata: unknown, autoMetadata?: unknown): Entry =>
  entryOf(number, { customMetadata, ...(autoMetadata !== undefined && { autoMetadata }) });

/** Ten records with one pair, one of them with others. */
const ENTRIES = [
  withPairs(1, { s: 'Spring  Sale', note: '  ' }, { t: 'Solar quotes now' }),
  ...Array.from({ length: 9 }, (_, at) => withPairs(at + 2, { s: 'Spring Sale' })),
  withPairs(11, { other: 'the longest pair' }),
];

function foundBy(begin: string, rules: ListRules = {}, entries: readonly Entry[] = ENTRIES) {
  const { run, names } = craftedRun(listService(entries, rules), { account: accountOf(entries) });
  const words = wordsOf(() => statementIn(metadataStatements, begin).check(run));
  return { words, names };
}

const AS_DOCUMENTED = 'as documented';
const NONE = 'not measured: no record of the sender has such metadata that is found by';
const all = (): boolean => true;
const only = (is: (value: string, key: string) => boolean): ListRules => ({
  fits: (entry, key, value) =>
    is(value, key) &&
    pairsOf(entry).some(
      ([name, text]) =>
        name === key && text.startsWith(value.trim().toLowerCase().replace(/\s+/g, ' ')),
    ),
});
const FEW = ENTRIES.slice(0, 2);

describe.each<[begin: string, rules: ListRules, words: string, entries?: readonly Entry[]]>([
  ['Only records', {}, AS_DOCUMENTED],
  ['Only records', { fits: all }, 'differs: records without the pair'],
  ['Only records', { fits: () => false }, NONE],
  ['Only records', {}, NONE, [withPairs(1, { a: 1, b: '', '': 'x', c: ' ' })]],
  ['A value matches whatever its letter case', {}, AS_DOCUMENTED],
  [
    'A value matches whatever its letter case',
    only((value) => value !== value.toUpperCase()),
    'differs: 0 records in place of 10',
  ],
  [
    'A value matches whatever its letter case',
    {},
    NONE,
    [withPairs(1, { s: 'ABC 1' }), withPairs(2, { s: 'zoë' })],
  ],
  ['A value matches whatever its letter case', {}, AS_DOCUMENTED, [withPairs(1, { s: 'ABc' })]],
  ['A value matches whatever its runs', {}, AS_DOCUMENTED],
  [
    'A value matches whatever its runs',
    only((value) => !/^\s|\s$/.test(value)),
    'differs: 0 records in place of 10',
  ],
  [
    'A value matches whatever its runs',
    only((value) => !/ {3}/.test(value)),
    'differs: 0 records in place of 10',
  ],
  ['A value matches whatever its runs', {}, NONE, [withPairs(1, { s: ' one ' })]],
  ['A value matches as a whole', {}, AS_DOCUMENTED],
  ['A value matches as a whole', only(all), 'differs: records whose value begins with it'],
  ['A value matches as a whole', {}, NONE, [withPairs(1, { s: ' ab ' })]],
  ['A value matches as a whole', {}, AS_DOCUMENTED, [withPairs(1, { s: 'abc' })]],
  ['autoMetadata is searched', {}, AS_DOCUMENTED],
  ['autoMetadata is searched', {}, NONE, ENTRIES.slice(1)],
  ['autoMetadata is searched', { fits: (_, key) => key !== 't' }, NONE],
  ['With metadataKey, order', {}, AS_DOCUMENTED],
  [
    'With metadataKey, order',
    { arranged: (found, { order }) => (order === 'asc' ? found.toReversed() : found) },
    'differs: another order',
  ],
  ['With metadataKey, order', {}, 'not measured: too few records have one pair', FEW],
  ['With metadataKey, order', {}, AS_DOCUMENTED, ENTRIES.slice(0, 3)],
  ['With metadataKey paging', {}, AS_DOCUMENTED],
  [
    'With metadataKey paging',
    {
      arranged: (found, { pageSize }) =>
        pageSize === '7' ? [...found, ...found.slice(0, 1)] : found,
    },
    'differs: a record came twice',
  ],
  ['With metadataKey paging', { nextOf: () => undefined }, 'differs: 7 of 10'],
  ['With metadataKey paging', {}, 'not measured: too few records have one pair', FEW],
  ['With metadataKey paging', {}, AS_DOCUMENTED, ENTRIES.slice(0, 3)],
])('that %s', (begin, rules, words, entries = ENTRIES) => {
  it(`${words}, of ${entries.length} records`, async () => {
    expect(await foundBy(begin, rules, entries).words).toBe(words);
  });
});

describe('the pair that records are found by', () => {
  it('is the shortest that the service takes, of eight, in the largest domain', async () => {
    const keys = Array.from({ length: 10 }, (_, at) => 'k'.repeat(10 - at));
    const entries = [
      ...[1, 2].map((number) =>
        withPairs(number, Object.fromEntries(keys.map((key) => [key, 'v']))),
      ),
      entryOf(3, { domainId: 'b.example', customMetadata: { k: 'w' } }),
    ];
    const refused = foundBy(
      'Only records',
      { instead: () => failure(400, 'INVALID_ARGUMENT') },
      entries,
    );
    expect(await refused.words).toBe(NONE);
    const asked = refused
      .names()
      .map((name) => new URLSearchParams(name.split('?')[1]).get('metadataKey'));
    expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((length) => 'k'.repeat(length)));
    const short = foundBy(
      'Only records',
      {
        instead: ({ metadataKey: key = '' }) =>
          key.length < 3 ? success({ cdrs: [] }) : undefined,
      },
      entries,
    );
    expect(await short.words).toBe(AS_DOCUMENTED);
    expect(short.names().at(-1)).toBe(
      'sender GET /v1/domains/a.example/cdrs?metadataKey=kkk&metadataValue=v&pageSize=100',
    );
  });

  it('is not taken from records that arrive meanwhile, which may be all of a page', async () => {
    const entries = ENTRIES.slice(1);
    const first = [withPairs(-1, { s: 'Spring Sale' })];
    const { words } = foundBy(
      'With metadataKey, order',
      {
        arranged: (found, { order, pageSize }) =>
          pageSize === '20' && order === 'asc' ? first : found,
      },
      entries,
    );
    expect(await words).toBe('not measured: all records of a page are new');
  });
});

describe('the metadata pairs of an entry', () => {
  it('have values in one form, one for each member of a list', () => {
    const entry = withPairs(
      1,
      { a: ' One  TWO ', b: ['x', 2, true, ['deep'], null, {}], c: null, '': 'no', d: ' ', e: {} },
      { phones: ['+12125550147'] },
    );
    expect(pairsOf(entry)).toEqual([
      ...[
        ['a', 'one two'],
        ['b', 'x'],
        ['b', '2'],
        ['b', 'true'],
        ['phones', '+12125550147'],
      ],
    ]);
    expect(pairsOf(entryOf(1))).toEqual([]);
  });

  it('have at most 100 characters, unless more are wanted', () => {
    const key = 'k'.repeat(100);
    const entry = withPairs(1, { [key]: 'v'.repeat(100), [`${key}k`]: 'v', l: 'v'.repeat(101) });
    expect(pairsOf(entry)).toEqual([[key, 'v'.repeat(100)]]);
    expect(pairsOf(entry, 101)).toHaveLength(3);
  });

  it('that many have in common are the five shortest', () => {
    const many = { f: '123456', e: '12345', d: '1234', c: '123', b: '12', ab: ['1', '1'] };
    const entries = [
      withPairs(1, many),
      withPairs(2, { ...many, z: '' }),
      withPairs(3, { q: 'q' }),
    ];
    const pairs = [
      ['b', '12'],
      ['ab', '1'],
      ['c', '123'],
      ['d', '1234'],
      ['e', '12345'],
    ];
    expect(commonPair(entries, 2)).toEqual(pairs);
    expect(commonPair(entries, 3)).toEqual([]);
    expect(commonPair([withPairs(1, { a: ['1', '1'] })], 2)).toEqual([]);
  });
});

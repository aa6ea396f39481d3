import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/calibrate/account.ts';
import { normalValue, pairsOf } from '../../src/calibrate/readings/common-pair.ts';
import type { ReadingName } from '../../src/readings/readings.ts';
import { type ListRules, listService } from './support/crafted-lists.ts';
import { accountOf, craftedRun, entryOf, failure, NOW } from './support/crafted-run.ts';
import { readingWords } from './support/reading-words.ts';

function measured(name: ReadingName, entries: readonly Entry[], rules: ListRules = {}) {
  const { run, names } = craftedRun(listService(entries, rules), { account: accountOf(entries) });
  return { names, words: readingWords(run, name) };
}

const pairs = (count: number, customMetadata: object, from = 1, members: object = {}): Entry[] =>
  Array.from({ length: count }, (_, at) => entryOf(from + at, { customMetadata, ...members }));

describe('the order of a filtered list', () => {
  const TEN = pairs(10, { s: 'a' });
  const mixed = (all: readonly Entry[]) => [...all.slice(5), ...all.slice(0, 5)];

  it.each<[string, readonly Entry[], ListRules, string]>([
    ['newest first', TEN, {}, 'is createdAt'],
    [
      'oldest first',
      TEN,
      { arranged: (all) => all.toReversed() },
      'differs: the oldest come first',
    ],
    ['mixed', TEN, { arranged: mixed }, 'is shuffled'],
    [
      'nine records',
      TEN.slice(1),
      {},
      'not measured: no metadata pair is common to 10 records of a domain',
    ],
    [
      'ten records of two domains',
      [...TEN.slice(1), ...pairs(1, { s: 'a' }, 20, { domainId: 'b.example' })],
      {},
      'not measured: no metadata pair is common to 10 records of a domain',
    ],
    [
      'no pair in common',
      Array.from({ length: 10 }, (_, at) => entryOf(at, { customMetadata: { s: `${at}` } })),
      {},
      'not measured: no metadata pair is common to 10 records of a domain',
    ],
    [
      'one instant',
      pairs(10, { s: 'a' }, 1, { createdAt: NOW }),
      {},
      'not measured: no metadata pair is common to 10 records and searchable',
    ],
    [
      'two of one instant',
      [...TEN, entryOf(11, { customMetadata: { s: 'a' }, createdAt: NOW - 600_000 })],
      {},
      'is createdAt',
    ],
    [
      'refused as too long',
      TEN,
      { instead: () => failure(400, 'INVALID_ARGUMENT') },
      'not measured: no metadata pair is common to 10 records and searchable',
    ],
    ['failing', TEN, { instead: () => failure(500, 'X') }, 'not measured: a page returned 500'],
  ])('%s', async (_, entries, rules, words) => {
    expect(await measured('metadataOrder', entries, rules).words).toBe(words);
  });

  it('is measured by the shortest pair that can be searched, of any domain', async () => {
    const other = { domainId: 'b.example' };
    const entries = [...pairs(12, {}), ...pairs(10, { long: 'value', s: 'a' }, 20, other)];
    const { words, names } = measured('metadataOrder', entries, {
      instead: ({ metadataKey }) =>
        metadataKey === 's' ? failure(400, 'INVALID_ARGUMENT') : undefined,
    });
    expect(await words).toBe('is createdAt');
    expect(names()).toEqual([
      'sender GET /v1/domains/b.example/cdrs?metadataKey=s&metadataValue=a',
      'sender GET /v1/domains/b.example/cdrs?metadataKey=long&metadataValue=value',
      'sender GET /v1/domains/b.example/cdrs?metadataKey=long&metadataValue=value&pageSize=100',
    ]);
  });
});

describe('whether a metadata key has its letter case', () => {
  const folded: ListRules = {
    fits: (entry, key, value) =>
      pairsOf(entry, Infinity).some(
        ([name, text]) => name.toLowerCase() === key.toLowerCase() && text === normalValue(value),
      ),
  };
  const NONE = 'not measured: no record of the sender is found by a key with letters';

  it.each<[string, object[], ListRules, string]>([
    ['exact', [{ Ab1: 'x' }], {}, 'is exact'],
    ['folded', [{ Ab1: 'x' }], folded, 'is folded'],
    ['folded, of two', [{ a: 'x' }, { a: 'x' }], folded, 'is folded'],
    [
      'some of them',
      [{ a: 'x' }, { a: 'x' }],
      { fits: (entry, key) => key === 'a' || entry.cdrId === 'cdr_1' },
      'differs: 1 records',
    ],
    ['no letters', [{ 12: 'x' }], {}, NONE],
    ['no value', [{ a: ' ' }], {}, NONE],
    ['a key in both letter cases', [{ a: 'x' }, { A: 'y' }], {}, NONE],
    ['a key that nothing is found by', [{ a: 'x' }], { fits: () => false }, NONE],
    [
      'a key that is refused',
      [{ a: 'x' }],
      { instead: () => failure(400, 'INVALID_ARGUMENT') },
      NONE,
    ],
  ])('%s', async (_, metadata, rules, words) => {
    const entries = metadata.map((customMetadata, at) => entryOf(at + 1, { customMetadata }));
    expect(await measured('metadataKeyCase', entries, rules).words).toBe(words);
  });

  it('is asked by the shortest keys of both metadata, at most eight', async () => {
    const autoMetadata = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => ['k'.repeat(at + 2), 'v']),
    );
    const entries = [
      entryOf(1, { autoMetadata, customMetadata: { cC: 'wv' } }),
      entryOf(2, { autoMetadata }),
    ];
    const { words, names } = measured('metadataKeyCase', entries, { fits: () => false });
    expect(await words).toBe(NONE);
    const keys = names().map((name) => new URLSearchParams(name.split('?')[1]).get('metadataKey'));
    const expected = ['kk', 'cC', ...[3, 4, 5, 6, 7, 8].map((length) => 'k'.repeat(length))];
    expect(new Set(keys)).toEqual(new Set(expected));
    expect(keys).toHaveLength(16);
    const other = measured('metadataKeyCase', entries.slice(0, 1), {
      fits: (_entry, key) => key === 'cC',
    });
    expect(await other.words).toBe('is exact');
    expect(other.names().at(-1)).toContain('metadataKey=Cc&metadataValue=wv');
  });
});

describe('the order of records with one createdAt', () => {
  const tie = (ids: string, at: number, domainId = 'a.example'): Entry[] =>
    [...ids].map((id) => ({
      ...entryOf(at, { cdrId: id, createdAt: NOW - at, domainId }),
      cdrId: id,
    }));
  const FEW = 'not measured: too few records have the same createdAt';
  const mixed: ListRules = {
    arranged: (all, { order }) =>
      order === 'asc'
        ? all.toSorted((a, b) => a.createdAt - b.createdAt || (a.cdrId === 'b' ? -1 : 1))
        : all,
  };

  it.each<[string, Entry[], ListRules, string]>([
    ['by cdrId', tie('dcba', 1), {}, 'is cdrId'],
    [
      'by cdrId in two groups',
      [...tie('xyz', 0).slice(0, 1), ...tie('cba', 1), ...tie('hgfe', 2), ...tie('z', 3)],
      {},
      'is cdrId',
    ],
    ['shuffled', tie('dcba', 1), mixed, 'is shuffled'],
    ['shuffled in the list', tie('dbca', 1), mixed, 'is shuffled'],
    [
      'another consistent order',
      tie('dbca', 1),
      {},
      'differs: another consistent order, and its reverse',
    ],
    ['three in another order are too few', tie('bca', 1), {}, FEW],
    ['three', tie('cba', 1), {}, FEW],
    ['two and three', [...tie('ba', 1), ...tie('edc', 2)], {}, FEW],
    ['two, two and three', [...tie('ba', 1), ...tie('edc', 2), ...tie('gf', 3)], {}, 'is cdrId'],
    [
      'three and three, one of them shuffled',
      [...tie('cba', 1), ...tie('efd', 2)],
      {},
      'is shuffled',
    ],
    ['of two domains', [...tie('ba', 1), ...tie('dc', 1, 'b.example')], {}, FEW],
  ])('%s', async (_, entries, rules, words) => {
    expect(await measured('listTies', entries, rules).words).toBe(words);
  });

  it('is read from the next older record on, of the three largest groups', async () => {
    const entries = [
      ...tie('ba', 1),
      ...tie('edc', 2),
      ...tie('hgf', 3),
      ...tie('lkji', 4),
      ...tie('z', 5),
    ];
    const { words, names } = measured('listTies', entries);
    expect(await words).toBe('is cdrId');
    const list = 'sender GET /v1/domains/a.example/cdrs?order=asc&pageSize=100&pageToken=';
    expect(names()).toEqual(['z', 'h', 'l'].map((token) => list + token));
    const whole = measured('listTies', tie('dcba', 1));
    await whole.words;
    expect(whole.names()).toEqual(['sender GET /v1/domains/a.example/cdrs?order=asc&pageSize=100']);
  });

  it('is read over at most four pages', async () => {
    const one: ListRules = { size: () => 1 };
    const four = measured('listTies', tie('dcba', 1), one);
    expect(await four.words).toBe('is cdrId');
    expect(four.names()).toHaveLength(4);
    const five = measured('listTies', tie('edcba', 1), one);
    expect(await five.words).toBe(
      'not measured: not all records with the same createdAt are in the list',
    );
    expect(five.names()).toHaveLength(4);
    const ends = measured('listTies', tie('edcba', 1), { ...one, nextOf: () => undefined });
    expect(await ends.words).toBe(
      'not measured: not all records with the same createdAt are in the list',
    );
    expect(ends.names()).toHaveLength(1);
  });
});

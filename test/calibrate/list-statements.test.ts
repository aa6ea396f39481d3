import { describe, expect, it } from 'vitest';
import { type ListRules, size } from './support/crafted-lists.ts';
import { entriesOf, failure, success } from './support/crafted-run.ts';
import { ENTRIES, foundBy } from './support/list-statement.ts';

const LARGE = entriesOf(130);

const AS_DOCUMENTED = 'as documented';
const isMoreAt = (text: string): ListRules => ({
  nextOf: (next, query) => (query['pageToken'] === text ? 'more' : next),
});
const swapped: ListRules = {
  arranged: ([one, two, ...others], { pageSize }) =>
    (pageSize === undefined || pageSize === '5') && one && two
      ? [two, one, ...others]
      : [one, two, ...others].filter((each) => each !== undefined),
};
/** Short pages: one record less than asked for, with more to come. */
const short: ListRules = {
  size: (text) => Math.max(1, Math.trunc(Number(text ?? 20)) - (text === undefined ? 2 : 1)),
};

describe.each<[begin: string, rules: ListRules, words: string, count?: number]>([
  ['pageSize is 20 by default', {}, AS_DOCUMENTED],
  [
    'pageSize is 20 by default',
    size((text) => (text === undefined ? 25 : undefined)),
    'differs: 25 records where the same were expected',
  ],
  ['pageSize is 20 by default', swapped, 'differs: other records where the same were expected'],
  [
    'pageSize is 20 by default',
    short,
    'not measured: pages are short here, so their length proves nothing',
  ],
  ['pageSize is 20 by default', {}, 'not measured: the sender has no domain with 21 records', 20],
  ['pageSize is 20 by default', {}, AS_DOCUMENTED, 21],
  ['pageSize over 100', {}, AS_DOCUMENTED],
  [
    'pageSize over 100',
    size((text) => (text === '101' ? 100 : undefined)),
    'differs: 30 records where the same were expected',
  ],
  [
    'pageSize over 100',
    {
      instead: ({ pageSize }) =>
        pageSize === '101' ? failure(400, 'INVALID_ARGUMENT') : undefined,
    },
    'differs: 400 INVALID_ARGUMENT',
  ],
  ['pageSize begins at 1', {}, AS_DOCUMENTED],
  [
    'pageSize begins at 1',
    size((text) => (text === '0' ? 1 : undefined)),
    'differs: 1 records where the same were expected',
  ],
  ['A pageSize that is no number', {}, AS_DOCUMENTED],
  [
    'A pageSize that is no number',
    size((text) => (text === 'abc' ? 1 : undefined)),
    'differs: 1 records where the same were expected',
  ],
  ['pageSize is truncated', {}, AS_DOCUMENTED, 11],
  [
    'pageSize is truncated',
    size((text) => (text === '10.9' ? 11 : undefined)),
    'differs: 11 records where the same were expected',
  ],
  ['pageSize takes every form', {}, AS_DOCUMENTED, 11],
  [
    'pageSize takes every form',
    size((text) => (text === '1e1' ? 1 : undefined)),
    'differs: 1 records where the same were expected',
  ],
  ['Only exactly asc', {}, AS_DOCUMENTED],
  [
    'Only exactly asc',
    { isAscending: (order) => order?.toLowerCase() === 'asc' },
    'differs: other records where the same were expected',
  ],
  ['metadataValue without', {}, AS_DOCUMENTED],
  [
    'metadataValue without',
    { arranged: (all, query) => ('metadataValue' in query ? [] : all) },
    'differs: 0 records where the same were expected',
  ],
  ['Newest first', {}, AS_DOCUMENTED, 2],
  ['Newest first', { isAscending: () => true }, 'differs: not newest first', 2],
  ['Newest first', { isAscending: () => false }, 'differs: not oldest first with order=asc', 2],
  ['A pageToken that is no record', {}, AS_DOCUMENTED, 1],
  [
    'A pageToken that is no record',
    { instead: ({ pageToken }) => (pageToken ? success({ cdrs: [] }) : undefined) },
    'differs: 200 { ok: boolean, requestId: string, data: { cdrs: [] } }',
    1,
  ],
  ['metadataKey without', {}, AS_DOCUMENTED, 1],
  [
    'metadataKey without',
    { instead: () => failure(422, 'INVALID_ARGUMENT') },
    'differs: 422 INVALID_ARGUMENT',
    1,
  ],
  ['nextPageToken is there only', {}, AS_DOCUMENTED, 4],
  ['nextPageToken is there only', {}, 'not measured: the sender has no domain with 4 records', 3],
  [
    'nextPageToken is there only',
    isMoreAt('cdr_2'),
    'differs: a nextPageToken after the last record',
    4,
  ],
  [
    'nextPageToken is there only',
    { size: () => 1, nextOf: () => undefined },
    'differs: a page without a nextPageToken before the end',
    4,
  ],
  ['nextPageToken is there only', { size: () => 1 }, AS_DOCUMENTED, 4],
  ['A walk gives', {}, AS_DOCUMENTED, 8],
  ['A walk gives', {}, 'not measured: the sender has no domain with 8 records', 7],
  [
    'A walk gives',
    { arranged: (all) => [...all.slice(0, 6), ...all.slice(4)] },
    'differs: a record came twice',
  ],
  ['A walk gives', swapped, 'differs: small pages return different records from large ones'],
  [
    'A walk gives',
    { nextOf: () => undefined },
    'differs: small pages return different records from large ones',
  ],
])('that %s', (begin, rules, words, count = 30) => {
  it(`${words}, of ${count} records`, async () => {
    expect(await foundBy(begin, rules, ENTRIES.slice(0, count)).words).toBe(words);
  });
});

describe('the requests of statements about lists', () => {
  const queries = async (begin: string, count = 30) => {
    const { words, names } = foundBy(begin, {}, ENTRIES.slice(0, count));
    expect(await words).toBe(AS_DOCUMENTED);
    return names().map((name) => name.replace('sender GET /v1/domains/a.example/cdrs', ''));
  };

  it.each<[string, string[]]>([
    ['pageSize is 20 by default', ['', '?pageSize=20']],
    ['pageSize over 100', ['?pageSize=101', '?pageSize=20']],
    ['pageSize begins at 1', ['?pageSize=0', '?pageSize=20']],
    ['A pageSize that is no number', ['?pageSize=abc', '?pageSize=20']],
    ['pageSize is truncated', ['?pageSize=10.9', '?pageSize=10']],
    ['pageSize takes every form', ['?pageSize=1e1', '?pageSize=10']],
    ['pageSize reaches', ['?pageSize=100']],
    ['Only exactly asc', ['?order=ASC', '?order=desc']],
    ['Newest first', ['', '?order=asc']],
    ['A pageToken that is no record', ['?pageToken=calibrate-no-such-thing']],
    ['metadataKey without', ['?metadataKey=k']],
    ['metadataValue without', ['?metadataValue=calibrate-no-such-thing', '?pageSize=20']],
    ['nextPageToken is there only', ['?pageSize=2&pageToken=cdr_28']],
    [
      'A walk gives',
      [
        '',
        '&pageToken=cdr_5',
        '&pageToken=cdr_10',
        '&pageToken=cdr_15',
        '&pageToken=cdr_20',
        '&pageToken=cdr_25',
      ].map((each) => `?pageSize=5${each}`),
    ],
  ])('%s', async (begin, expected) => {
    expect(await queries(begin)).toEqual(expected);
  });

  it('of a walk are at most twelve', async () => {
    const { words, names } = foundBy('A walk gives', {}, LARGE);
    expect(await words).toBe(AS_DOCUMENTED);
    expect(names()).toHaveLength(12);
  });
});

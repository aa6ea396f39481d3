import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/calibrate/account.ts';
import { NotMeasured } from '../../src/calibrate/not-measured.ts';
import { longestTaken } from '../../src/calibrate/readings/longest-taken.ts';
import { walkFiltered } from '../../src/calibrate/readings/walk-filtered.ts';
import type { ReadingName } from '../../src/readings/readings.ts';
import { type ListRules, listService } from './support/crafted-lists.ts';
import {
  accountOf,
  answered,
  craftedRun,
  entriesOf,
  entryOf,
  failure,
  type Reply,
  type Service,
  success,
  wordsOf,
} from './support/crafted-run.ts';
import { readingWords } from './support/reading-words.ts';

function measured(name: ReadingName, service: Service, entries: readonly Entry[] = []) {
  const { run, names } = craftedRun(service, { account: accountOf(entries) });
  return { names, words: readingWords(run, name) };
}

const listed = (name: ReadingName, entries: readonly Entry[], rules: ListRules = {}) =>
  measured(name, listService(entries, rules), entries);

const NO_DOMAIN = 'not measured: the sender has no domain with 1 records';
const INVALID = failure(400, 'INVALID_ARGUMENT');
const EMPTY = success({ cdrs: [] });

describe.each<[name: ReadingName, reply: Reply, words: string, request: string]>([
  [
    'domainNotHeld',
    failure(404, 'NOT_FOUND'),
    'is notFound',
    'calibrate-no-such-thing.example/cdrs',
  ],
  ['domainNotHeld', EMPTY, 'is empty', 'calibrate-no-such-thing.example/cdrs'],
  [
    'domainNotHeld',
    success({ cdrs: [1] }),
    'differs: 200 { ok: boolean, requestId: string, data: { cdrs: [1 of number] } }',
    'calibrate-no-such-thing.example/cdrs',
  ],
  [
    'domainNotHeld',
    success({}),
    'differs: 200 { ok: boolean, requestId: string, data: {  } }',
    'calibrate-no-such-thing.example/cdrs',
  ],
  [
    'domainNotHeld',
    failure(403, 'FORBIDDEN'),
    'differs: 403 FORBIDDEN',
    'calibrate-no-such-thing.example/cdrs',
  ],
  ['emptyPageToken', INVALID, 'is invalid', 'a.example/cdrs?pageToken='],
  ['emptyPageToken', EMPTY, 'is absent', 'a.example/cdrs?pageToken='],
  [
    'emptyPageToken',
    failure(404, 'NOT_FOUND'),
    'differs: 404 NOT_FOUND',
    'a.example/cdrs?pageToken=',
  ],
  ['emptyMetadataKey', INVALID, 'is invalid', 'a.example/cdrs?metadataKey=&metadataValue=v'],
  ['emptyMetadataKey', EMPTY, 'is absent', 'a.example/cdrs?metadataKey=&metadataValue=v'],
  [
    'emptyMetadataKey',
    { status: 400 },
    'differs: 400 without a body',
    'a.example/cdrs?metadataKey=&metadataValue=v',
  ],
  ['emptyMetadataValue', INVALID, 'is invalid', 'a.example/cdrs?metadataKey=k&metadataValue='],
  ['emptyMetadataValue', EMPTY, 'is empty', 'a.example/cdrs?metadataKey=k&metadataValue='],
  [
    'emptyMetadataValue',
    { status: 422 },
    'differs: 422 without a body',
    'a.example/cdrs?metadataKey=k&metadataValue=',
  ],
])('%s', (name, reply, words, request) => {
  it(words, async () => {
    const found = measured(name, () => reply, entriesOf(1));
    expect(await found.words).toBe(words);
    expect(found.names()).toEqual([`sender GET /v1/domains/${request}`]);
    const none = await measured(name, () => reply).words;
    expect(none).toBe(name === 'domainNotHeld' ? words : NO_DOMAIN);
  });
});

describe('the longest value that is accepted', () => {
  /** Searches up to 50, from 10, on a service that takes up to `most` and loses more than `lost`. */
  const search = (
    limit: number,
    odd: (length: number) => Reply | Error | undefined = () => undefined,
  ) => {
    const lengths: number[] = [];
    const ask = async (length: number) => {
      lengths.push(length);
      const reply = odd(length) ?? (length <= limit ? EMPTY : INVALID);
      if (reply instanceof Error) throw reply;
      return answered(reply);
    };
    return { lengths, words: wordsOf(() => longestTaken({ usual: 10, most: 50, ask })) };
  };

  it.each([1, 2, 3, 5, 9, 10, 11, 12, 20, 21, 22, 23, 43, 44, 45, 49, 50])(
    'is %i',
    async (limit) => {
      const { words, lengths } = search(limit);
      expect(await words).toBe(`is ${limit}`);
      expect(lengths[0]).toBe(10);
      expect(new Set(lengths).size).toBe(lengths.length);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(51);
    },
  );

  it('is asked for as often as halving needs', async () => {
    const usual = search(10);
    expect(await usual.words).toBe('is 10');
    expect(usual.lengths).toEqual([10, 11]);
    const more = search(30);
    expect(await more.words).toBe('is 30');
    expect(more.lengths).toEqual([10, 11, 22, 44, 33, 27, 30, 31]);
  });

  it.each<
    [
      number,
      ReturnType<typeof search>['words'] | string,
      ((length: number) => Reply | Error | undefined)?,
    ]
  >([
    [0, 'differs: a single character is refused'],
    [51, 'differs: more than 50 characters are accepted'],
    [1000, 'differs: more than 50 characters are accepted'],
    [
      1000,
      'not measured: a URL with a value of 22 characters does not get through; shorter values are accepted',
      (length) => (length > 20 ? { status: 414 } : undefined),
    ],
    [
      1000,
      'not measured: a URL with a value of 11 characters does not get through; shorter values are accepted',
      (length) => (length > 10 ? new NotMeasured('lost') : undefined),
    ],
    [1000, 'not measured: lost', (length) => (length === 10 ? new NotMeasured('lost') : undefined)],
    [1000, 'not measured: a list returned 404', () => failure(404, 'NOT_FOUND')],
    [1000, 'not measured: a list returned 414', () => ({ status: 414 })],
  ])('up to %i: %s', async (limit, words, odd) => {
    expect(await search(limit, odd).words).toBe(words);
  });

  it('is no reason to hide a bug', async () => {
    await expect(
      search(1000, (length) => (length > 10 ? new Error('a bug') : undefined)).words,
    ).rejects.toThrow('a bug');
  });

  it.each<
    ['metadataMaxKeyLength' | 'metadataMaxValueLength', 'metadataKey' | 'metadataValue', number]
  >([
    ['metadataMaxKeyLength', 'metadataKey', 100],
    ['metadataMaxValueLength', 'metadataValue', 1000],
  ])('is measured by %s', async (name, parameter, usual) => {
    const upTo = (limit: number) => {
      const service: Service = ({ query = {} }) =>
        (query[parameter] ?? '').length <= limit ? EMPTY : INVALID;
      return measured(name, service, entriesOf(1));
    };
    const found = upTo(usual);
    expect(await found.words).toBe(`is ${usual}`);
    const [first = '', second = ''] = found.names();
    const [one, two] = [first, second].map((each) => new URLSearchParams(each.split('?')[1]));
    expect([one?.get(parameter)?.length, two?.get(parameter)?.length]).toEqual([usual, usual + 1]);
    const other = parameter === 'metadataKey' ? 'metadataValue' : 'metadataKey';
    expect(one?.get(other)).toHaveLength(1);
    const most = usual * 100;
    expect(await upTo(most).words).toBe(`is ${most}`);
    expect(await upTo(most + 1).words).toBe(`differs: more than ${most} characters are accepted`);
    expect(await measured(name, () => EMPTY).words).toBe(NO_DOMAIN);
  });
});

describe('whether pages are full', () => {
  it.each<[string, number, ListRules, string]>([
    ['full pages', 60, {}, 'is full'],
    ['full pages', 13, {}, 'is full'],
    ['full pages', 12, {}, 'not measured: the sender has no domain with 13 records'],
    [
      'a page of one record less',
      13,
      { size: (text) => (text === '5' ? 4 : Number(text)) },
      'is short',
    ],
    [
      'a short last page',
      13,
      { nextOf: () => undefined },
      'not measured: too few records to be sure that pages are full',
    ],
    [
      'a page that fails',
      13,
      { instead: () => failure(500, 'INTERNAL') },
      'not measured: a page returned 500',
    ],
  ])('%s, of %i records', async (_, count, rules, words) => {
    expect(await listed('pageFill', entriesOf(count), rules).words).toBe(words);
  });

  it('is asked from each record that more follow than fit on a page', async () => {
    const entries = [entryOf(99, { domainId: 'b.example' }), ...entriesOf(13)];
    const { words, names } = listed('pageFill', entries, {
      nextOf: (next) => (next ? 'x' : undefined),
    });
    expect(await words).toBe('is full');
    const asked = names().map((name) => name.split('?')[1]);
    const of = (size: number, count: number) =>
      Array.from({ length: count }, (_, at) => `pageSize=${size}&pageToken=cdr_${at + 1}`);
    expect(asked).toEqual([...of(7, 5), ...of(5, 7), ...of(3, 2)].slice(0, asked.length));
    expect(asked).toHaveLength(12);
  });
});

describe('a walk of a filtered list', () => {
  const pair = { customMetadata: { s: 'a' } };
  it('reads all pages, up to 60, and leaves out what arrived meanwhile', async () => {
    const entries = entriesOf(60, pair);
    const walk = async (rules: ListRules, known = entries) => {
      const service = listService([entryOf(-1, pair), ...entries], rules);
      const { run, names } = craftedRun(service, { account: accountOf(known) });
      const found = await walkFiltered(run, 'a.example', 's', 'a', '1').catch((error: unknown) =>
        String(error),
      );
      return { found, names };
    };
    const all = await walk({ size: () => 2 });
    expect(all.found).toEqual(entries);
    expect(all.names()).toHaveLength(31);
    expect(all.names().slice(0, 2)).toEqual([
      'sender GET /v1/domains/a.example/cdrs?metadataKey=s&metadataValue=a&pageSize=1',
      'sender GET /v1/domains/a.example/cdrs?metadataKey=s&metadataValue=a&pageSize=1&pageToken=cdr_1',
    ]);
    const many = await walk({});
    expect(many.found).toContain('more than 60 pages have one pair');
    expect(many.names()).toHaveLength(60);
    const failed = await walk({ instead: () => failure(503, 'X') });
    expect(failed.found).toContain('a page returned 503');
  });
});

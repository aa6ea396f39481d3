import { describe, expect, it } from 'vitest';
import {
  type Account,
  entriesIn,
  inventoryOf,
  listPath,
  readAccount,
} from '../../src/calibrate/account.ts';
import type { Ask } from '../../src/calibrate/ask.ts';
import { changesIn, compareAccounts, readAccounts } from '../../src/calibrate/inventories.ts';
import { NotMeasured } from '../../src/calibrate/not-measured.ts';
import {
  accountOf,
  answered,
  entriesOf,
  entryOf,
  failure,
  nameOf,
  type Reply,
  success,
} from './support/crafted-run.ts';

type Pages = Readonly<Record<string, Reply>>;

/** Answers each request by its name; the names that were asked. */
function asking(pages: Pages) {
  const names: string[] = [];
  const ask = async (each: Ask) => {
    const name = nameOf(each);
    names.push(name);
    return answered(pages[name] ?? failure(404, 'NOT_FOUND'));
  };
  return { ask, names };
}

const membersOf = (entries: Account['entries']) => entries.map(({ members }) => members);
const page = (entries: Account['entries'], nextPageToken?: unknown): Reply =>
  success({ cdrs: membersOf(entries), nextPageToken });
const domains = (...names: readonly unknown[]): Reply => success({ domains: names });
const listOf = (as: string, domain: string, token?: string): string =>
  `${as} GET /v1/domains/${domain}/cdrs?pageSize=100${token === undefined ? '' : `&pageToken=${token}`}`;

const [ONE, TWO, THREE] = [entryOf(1), entryOf(2), entryOf(3)];

describe('the entries of a page', () => {
  it('are those with an identifier, a domain and an instant', () => {
    const whole = { cdrId: 'cdr_1', domainId: 'a.example', createdAt: 1, collected: true };
    const odd = [
      ...[
        { ...whole, cdrId: 1 },
        { ...whole, domainId: undefined },
        { ...whole, createdAt: '1' },
      ],
      ...[null, 'cdr_1', [whole]],
    ];
    const cdrs = [whole, ...odd, { ...whole, collected: 'true' }];
    expect(entriesIn(answered(success({ cdrs })))).toEqual([
      { ...whole, members: whole },
      { ...whole, collected: false, members: { ...whole, collected: 'true' } },
    ]);
    expect(entriesIn(answered(success({})))).toEqual([]);
    expect(entriesIn(answered(failure(404, 'NOT_FOUND')))).toEqual([]);
  });

  it('are listed under a domain that is encoded', () => {
    expect(listPath('a/b')).toBe('/v1/domains/a%2Fb/cdrs');
  });
});

describe('what an organization holds', () => {
  it('is all pages of all domains', async () => {
    const { ask, names } = asking({
      'sender GET /v1/domains': domains('a.example', 7, 'b.example'),
      [listOf('sender', 'a.example')]: page([ONE], 't1'),
      [listOf('sender', 'a.example', 't1')]: page([TWO], 't2'),
      [listOf('sender', 'a.example', 't2')]: page([]),
      [listOf('sender', 'b.example')]: page([THREE], null),
    });
    expect(await readAccount(ask, 'sender', 5)).toEqual({
      ...{ domains: ['a.example', 'b.example'], entries: [ONE, TWO, THREE], complete: true },
    });
    expect(names).toHaveLength(5);
  });

  it.each([
    { most: 1, entries: [ONE], asked: 2, complete: false },
    { most: 2, entries: [ONE, TWO], asked: 3, complete: false },
    { most: 3, entries: [ONE, TWO, THREE], asked: 4, complete: true },
  ])('is cut at $most records', async ({ most, entries, asked, complete }) => {
    const { ask, names } = asking({
      'receiver GET /v1/domains': domains('a.example', 'b.example'),
      [listOf('receiver', 'a.example')]: page([ONE], 't1'),
      [listOf('receiver', 'a.example', 't1')]: page([TWO]),
      [listOf('receiver', 'b.example')]: page([THREE]),
    });
    const account = await readAccount(ask, 'receiver', most);
    expect(account).toEqual({ domains: ['a.example', 'b.example'], entries, complete });
    expect(names).toHaveLength(asked);
  });

  it('stays incomplete if an earlier domain was cut', async () => {
    const endless = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        listOf('sender', 'a.example', at === 0 ? undefined : `t${at}`),
        page([], `t${at + 1}`),
      ]),
    );
    const { ask, names } = asking({
      'sender GET /v1/domains': domains('a.example', 'b.example'),
      ...endless,
      [listOf('sender', 'b.example')]: page([ONE]),
    });
    const account = await readAccount(ask, 'sender', 5);
    expect(account).toMatchObject({ entries: [ONE], complete: false });
    // 20 pages, and one for each two records that are wanted.
    expect(names).toHaveLength(1 + 23 + 1);
  });

  it.each<[string, Pages, string]>([
    ['domains', {}, 'the domains of the sender could not be read'],
    [
      'a list',
      { 'sender GET /v1/domains': domains('a.example') },
      'a list of the sender could not be read',
    ],
    [
      'a list that repeats a page',
      {
        'sender GET /v1/domains': domains('a.example'),
        [listOf('sender', 'a.example')]: page([ONE], 't1'),
        [listOf('sender', 'a.example', 't1')]: page([TWO], 't1'),
      },
      'a list of the sender repeats a page',
    ],
  ])('is not known without %s', async (_, pages, why) => {
    const read = readAccount(asking(pages).ask, 'sender', 5);
    await expect(read).rejects.toThrow(NotMeasured);
    await expect(readAccount(asking(pages).ask, 'sender', 5)).rejects.toThrow(why);
  });

  it('is counted up to the newest record of before', () => {
    const entries = [ONE, { ...TWO, collected: false }, THREE];
    const account = { ...accountOf(entries), domains: ['a', 'b'] };
    expect(inventoryOf(account, ONE.createdAt)).toEqual({ domains: 2, records: 3, collected: 2 });
    expect(inventoryOf(account, TWO.createdAt)).toEqual({ domains: 2, records: 2, collected: 1 });
  });
});

const bothOf = (sender: Account['entries'], receiver: Account['entries']): Pages => ({
  'sender GET /v1/domains': domains('a.example'),
  [listOf('sender', 'a.example')]: page(sender),
  'receiver GET /v1/domains': domains('a.example'),
  [listOf('receiver', 'a.example')]: page(receiver),
});

describe('the accounts of a run', () => {
  it.each<[string, Account['entries'], Account['entries'], boolean]>([
    ['one organization', [ONE, TWO], [ONE, TWO], false],
    ['some records in common', [ONE, TWO], [ONE], true],
    ['nothing at all', [], [], true],
  ])('must be of two organizations: %s', async (_, sender, receiver, isTwo) => {
    const read = readAccounts(asking(bothOf(sender, receiver)).ask, 5);
    if (isTwo) expect((await read).receiver.entries).toEqual(receiver);
    else {
      await expect(read).rejects.toMatchObject({
        reason: 'one_organization',
        message: 'sender and receiver hold the same records: their keys belong to one organization',
      });
    }
  });

  it('must be readable', async () => {
    await expect(readAccounts(asking({}).ask, 5)).rejects.toMatchObject({
      reason: 'refused',
      message:
        'the domains of the sender could not be read, so nothing else was sent; is its key right?',
    });
    const bug = new Error('a bug');
    await expect(readAccounts(() => Promise.reject(bug), 5)).rejects.toBe(bug);
  });
});

describe('the counts before and after', () => {
  const compare = (before: Account, after: Pages, most = 100) =>
    compareAccounts(asking(after).ask, { sender: before, receiver: accountOf([]) }, most);

  it('leave out what arrived meanwhile, and show what is missing', async () => {
    const before = accountOf([TWO, { ...THREE, collected: false }]);
    const same = await compare(before, bothOf([ONE, TWO, entryOf(3, { collected: false })], []));
    const counts = { domains: 1, records: 2, collected: 1 };
    expect(same.sender).toEqual({ before: counts, after: counts, complete: true });
    expect(changesIn({ ...same, receiver: same.sender })).toEqual([]);
    const less = await compare(before, bothOf([ONE, TWO], []));
    expect(changesIn({ ...less, receiver: less.sender })).toEqual([
      ...['sender: records 2, then 1', 'receiver: records 2, then 1'],
    ]);
    const paid = await compare(before, bothOf([TWO, THREE], []));
    expect(changesIn(paid)).toContain('sender: collected 1, then 2');
    expect(changesIn(paid)).toContain('receiver: domains 0, then 1');
  });

  it('stop where either walk was cut, in the order of the domains', async () => {
    const late = { domainId: 'b.example' };
    const before = {
      ...accountOf([ONE, TWO, entryOf(3, late), entryOf(4, late)], false),
      domains: ['a.example', 'b.example'],
    };
    const after = {
      ...bothOf([ONE, TWO], []),
      'sender GET /v1/domains': domains('a.example', 'b.example'),
      [listOf('sender', 'b.example')]: page([entryOf(3, late), entryOf(4, late), entryOf(5, late)]),
    };
    const { sender } = await compare(before, after);
    const counts = { domains: 2, records: 3, collected: 3 };
    expect(sender).toEqual({ before: counts, after: counts, complete: false });
  });

  it('stop where the second walk was cut, too', async () => {
    const entries = entriesOf(4);
    const { sender } = await compare(
      accountOf(entries),
      { ...bothOf([], []), [listOf('sender', 'a.example')]: page(entries.slice(0, 3), 't') },
      3,
    );
    const counts = { domains: 1, records: 2, collected: 2 };
    expect(sender).toEqual({ before: counts, after: counts, complete: false });
  });
});

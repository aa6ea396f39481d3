import { describe, expect, it } from 'vitest';
import { listStatements } from '../../src/calibrate/statements/lists.ts';
import { type ListRules, listService, size } from './support/crafted-lists.ts';
import {
  accountOf,
  craftedRun,
  entriesOf,
  entryOf,
  NOW,
  statementIn,
  wordsOf,
} from './support/crafted-run.ts';
import { ENTRIES, foundBy } from './support/list-statement.ts';

const LARGE = entriesOf(130);

const AS_DOCUMENTED = 'as documented';

describe('that pageSize reaches up to 100', () => {
  it.each<[number, ListRules, string]>([
    [130, {}, AS_DOCUMENTED],
    [130, size(() => 101), 'differs: 101 records'],
    [130, size(() => 100), AS_DOCUMENTED],
    [
      130,
      size(() => 20),
      'differs: 200 { ok: boolean, requestId: string, data: { cdrs: [20 of { cdrId: string, domainId: string, createdAt: number, collected: boolean }], nextPageToken: string } }',
    ],
    [130, size(() => 19), 'not measured: pages are short here'],
    [130, size(() => 21), AS_DOCUMENTED],
    [21, {}, AS_DOCUMENTED],
    [
      21,
      { arranged: (all) => all.slice(0, 20) },
      'differs: 200 { ok: boolean, requestId: string, data: { cdrs: [20 of { cdrId: string, domainId: string, createdAt: number, collected: boolean }] } }',
    ],
    [20, {}, 'not measured: the sender has no domain with 21 records'],
  ])('of %i records', async (count, rules, words) => {
    expect(await foundBy('pageSize reaches', rules, LARGE.slice(0, count)).words).toBe(words);
  });
});

describe('records that arrive meanwhile', () => {
  const arrived = Array.from({ length: 30 }, (_, at) => entryOf(-1 - at));
  const meanwhile = (begin: string, count: number) => {
    const all = [...arrived.slice(0, count).toReversed(), ...ENTRIES];
    const { run } = craftedRun(listService(all), { account: accountOf(ENTRIES) });
    return wordsOf(() => statementIn(listStatements, begin).check(run));
  };

  it('are no difference', async () => {
    expect(await meanwhile('A walk gives', 2)).toBe(AS_DOCUMENTED);
    expect(await meanwhile('pageSize is 20 by default', 5)).toBe(AS_DOCUMENTED);
    expect(await meanwhile('pageSize is 20 by default', 30)).toBe(
      'not measured: all records of a page are new',
    );
    expect(arrived[0]?.createdAt).toBeGreaterThan(NOW);
  });
});

describe('that domains are sorted', () => {
  it.each<[string[], string]>([
    [['a.example', 'b.example'], AS_DOCUMENTED],
    [['B.example', 'a.example'], AS_DOCUMENTED],
    [['a.example', 'B.example'], AS_DOCUMENTED],
    [['b.example', 'a.example'], 'differs: domains in another order'],
    [['a.example'], 'not measured: the sender has fewer than two domains'],
  ])('of %j: %s', async (domains, words) => {
    const { run } = craftedRun(listService([]), { account: { ...accountOf([]), domains } });
    expect(await wordsOf(() => statementIn(listStatements, 'Domains are').check(run))).toBe(words);
  });
});

describe('the last page of a list that was not read to its end', () => {
  it('shows nothing', async () => {
    expect(await foundBy('nextPageToken is there only', {}, ENTRIES, false).words).toBe(
      'not measured: not all records were read',
    );
  });

  it('is of the largest domain', async () => {
    const others = [entryOf(31, { domainId: 'b.example' }), entryOf(32, { domainId: 'b.example' })];
    const { words, names } = foundBy('nextPageToken is there', {}, [...others, ...ENTRIES]);
    expect(await words).toBe(AS_DOCUMENTED);
    expect(names()).toEqual(['sender GET /v1/domains/a.example/cdrs?pageSize=2&pageToken=cdr_28']);
  });
});

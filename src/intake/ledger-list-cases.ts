import type { LeadName } from './lead.ts';
import type { Ledger, ListQuery } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { accepted, entryOf, held, MINUTE, NOW, nameOf, same } from './ledger-samples.ts';

type Check = (ledger: Ledger) => Promise<void>;

const YEAR = 365 * 24 * 60 * MINUTE;

async function errorOf(work: Promise<unknown>): Promise<Error | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => error as Error,
  );
}

/** Reads all pages. */
async function listed(ledger: Ledger, query: Omit<ListQuery, 'after'>): Promise<LedgerEntry[]> {
  const all: LedgerEntry[] = [];
  let after: string | undefined;
  do {
    const { entries, next } = await ledger.list({ ...query, after });
    all.push(...entries);
    after = next;
  } while (after !== undefined);
  return all;
}

const idsOf = (entries: readonly LeadName[]): string[] => entries.map(({ leadId }) => leadId);

/** Adds lead `number`, decided at that instant. */
async function decide(ledger: Ledger, number: number, decidedAt: number): Promise<LedgerEntry> {
  await ledger.add(entryOf(number));
  const entry = { ...accepted(entryOf(number), `cdr_${number}`), decidedAt };
  await ledger.save(entry);
  return entry;
}

/** What a ledger must do with accounts, lists and pruned leads. */
export const LISTS: Readonly<Record<string, Check>> = {
  'keeps the account that opened it, and refuses another': async (ledger) => {
    same((await ledger.open('acme')).prunedBefore, null, 'open');
    same((await ledger.open('acme')).prunedBefore, null, 'open again');
    const error = (await errorOf(ledger.open('other'))) as { reason?: string } | undefined;
    same(error?.reason, 'other_account', 'the reason of the error');
    const none = (await errorOf(ledger.open(''))) as { reason?: string } | undefined;
    same(none?.reason, 'other_account', 'the reason for an account without a name');
  },
  'lists undecided leads, the longest held first, in pages': async (ledger) => {
    for (const number of [3, 1, 2]) {
      await ledger.add(held(number, NOW + MINUTE, { heldSince: NOW + number }));
    }
    await ledger.add(held(4, NOW, { heldSince: NOW + 4, source: 'brightpath' }));
    await decide(ledger, 5, NOW);
    const open = { decided: false, limit: 2 } as const;
    same(idsOf(await listed(ledger, open)), ['L-1', 'L-2', 'L-3', 'L-4'], 'all');
    const within = { ...open, from: NOW + 2, to: NOW + 4 };
    same(idsOf(await listed(ledger, within)), ['L-2', 'L-3'], 'from an instant to another');
    const ofOne = { ...open, source: 'brightpath' };
    same(idsOf(await listed(ledger, ofOne)), ['L-4'], 'of one source');
  },
  'lists decided leads by when they were decided': async (ledger) => {
    const entries = [];
    for (const [number, at] of [
      [1, 3],
      [2, 1],
      [3, 1],
    ] as const) {
      entries.push(await decide(ledger, number, NOW + at));
    }
    await ledger.add(entryOf(4));
    const all = await listed(ledger, { decided: true, limit: 1 });
    same(all, [entries[1], entries[2], entries[0]], 'the entries');
  },
  'continues a list only where a page of its own ended': async (ledger) => {
    for (const number of [1, 2]) await ledger.add(held(number, NOW));
    const query = { decided: false, limit: 1 } as const;
    const { next = '' } = await ledger.list(query);
    const others = ['', 'page 2', next.replace(/^../, '["x'), next.slice(0, -3)];
    for (const after of others) {
      const error = await errorOf(ledger.list({ ...query, after }));
      same(error?.name, 'InvalidInputError', `the error for ${after}`);
    }
    const error = await errorOf(ledger.list({ ...query, decided: true, after: next }));
    same(error?.name, 'InvalidInputError', 'the error for the list of decided leads');
  },
  'prunes decided leads to what tells them and their records apart': async (ledger) => {
    await decide(ledger, 1, NOW);
    await decide(ledger, 2, NOW + 1);
    await ledger.add(held(3, NOW));
    const gone = { shareGoneBefore: 0, recordGoneBefore: 0, limit: 10 };
    same(await ledger.prune({ decidedBefore: NOW + 1, ...gone }), 1, 'pruned');
    same(await ledger.prune({ decidedBefore: NOW + 1, ...gone }), 0, 'pruned again');
    const { state, cdrId, requestIds } = (await ledger.get(nameOf(1))) ?? entryOf(9);
    same([state, cdrId, requestIds], ['accept', 'cdr_1', []], 'the lead');
    same(idsOf(await listed(ledger, { decided: true, limit: 9 })), ['L-2'], 'the list');
    const { shareSha256 } = entryOf(1);
    const taken = await ledger.add(entryOf(7, { shareSha256 }));
    same(taken, { kind: 'share_taken', firstLead: nameOf(1) }, 'a lead with its share');
    await ledger.add(entryOf(8));
    const record = await ledger.save(accepted(entryOf(8), 'cdr_1'));
    same(record, { kind: 'record_taken', firstLead: nameOf(1) }, 'a lead with its record');
    same((await ledger.open('')).prunedBefore, NOW + 1, 'what the ledger says of itself');
  },
  'deletes pruned leads whose share and record are gone': async (ledger) => {
    await decide(ledger, 1, NOW);
    await ledger.add(entryOf(2));
    const refused = { ...accepted(entryOf(2), 'cdr_9'), state: 'refuse' } as LedgerEntry;
    await ledger.save(refused);
    const query = { decidedBefore: NOW + YEAR, limit: 10, recordGoneBefore: NOW };
    same(await ledger.prune({ ...query, shareGoneBefore: NOW + 1 }), 2, 'pruned');
    same(await ledger.get(nameOf(2)), undefined, 'the refused lead');
    same((await ledger.get(nameOf(1)))?.cdrId, 'cdr_1', 'the record of the accepted lead');
    const late = { ...query, shareGoneBefore: NOW + 1, recordGoneBefore: NOW + 1 };
    same(await ledger.prune(late), 1, 'pruned later');
    same(await ledger.get(nameOf(1)), undefined, 'the accepted lead');
  },
  'prunes no lead that someone must still be told of, and no more than the limit': async (
    ledger,
  ) => {
    for (const number of [1, 2, 3]) await decide(ledger, number, NOW);
    await ledger.add(entryOf(4));
    await ledger.save({ ...accepted(entryOf(4), 'cdr_4'), dueAt: NOW });
    const query = { decidedBefore: NOW + 1, shareGoneBefore: 0, recordGoneBefore: 0, limit: 2 };
    same([await ledger.prune(query), await ledger.prune(query)], [2, 1], 'pruned');
    same(idsOf(await listed(ledger, { decided: true, limit: 9 })), ['L-4'], 'the list');
  },
};

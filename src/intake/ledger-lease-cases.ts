import type { LeaseQuery, Ledger } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { accepted, entryOf, held, MINUTE, NOW, nameOf, query, same } from './ledger-samples.ts';

type Check = (ledger: Ledger) => Promise<void>;

const leaseOf = async (
  ledger: Ledger,
  changes: Partial<LeaseQuery> = {},
): Promise<readonly LedgerEntry[]> => (await ledger.lease(query(changes))).entries;

/** What a ledger must do when leads are leased. */
export const LEASES: Readonly<Record<string, Check>> = {
  'leases what is due, the longest due first': async (ledger) => {
    const dues = [NOW - 1, NOW + 1, NOW - 3, NOW, NOW - 2];
    for (const [index, dueAt] of dues.entries()) await ledger.add(held(index + 1, dueAt));
    await ledger.add(held(9, NOW, { dueAt: null, code: 'PAID_UNKNOWN' }));
    const first = await leaseOf(ledger, { limit: 2 });
    same(
      first.map(({ leadId }) => leadId),
      ['L-3', 'L-5'],
      'the first two',
    );
    const rest = await leaseOf(ledger);
    same(
      rest.map(({ leadId }) => leadId),
      ['L-1', 'L-4'],
      'the rest',
    );
    same(await leaseOf(ledger), [], 'what is already leased');
  },
  'goes on after a lease, and below it only when it begins again': async (ledger) => {
    for (const number of [3, 1, 2]) await ledger.add(held(number, NOW - 2));
    await ledger.add(held(4, NOW - 1));
    const first = await ledger.lease(query({ limit: 2 }));
    const below = held(9, NOW - 3);
    await ledger.add(below);
    const second = await ledger.lease(query({ limit: 1, after: first.next }));
    const third = await ledger.lease(query({ after: second.next }));
    const found = [first, second, third].map(({ entries }) => entries.map(({ leadId }) => leadId));
    same(found.flat().sort(), ['L-1', 'L-2', 'L-3', 'L-4'], 'each lead once');
    same(found[2], ['L-4'], 'the one that is due last');
    same(
      [typeof first.next, typeof second.next, third.next],
      ['string', 'string', undefined],
      'next',
    );
    same(
      (await leaseOf(ledger)).map(({ leadId }) => leadId),
      ['L-9'],
      'from the beginning',
    );
  },
  'says when the next lead is due': async (ledger) => {
    same(await ledger.nextDue(), null, 'the next of none');
    await ledger.add(held(1, NOW + 7));
    await ledger.add(held(2, NOW + 5));
    await ledger.add(held(3, NOW, { dueAt: null, code: 'PAID_UNKNOWN' }));
    same(await ledger.nextDue(), NOW + 5, 'the next of two');
  },
  'leases a lead once, and stores what it returns': async (ledger) => {
    await ledger.add(held(1, NOW, { attempts: 2 }));
    const [leased] = await leaseOf(ledger, { until: NOW + 2 * MINUTE });
    const wanted = held(1, NOW + 2 * MINUTE, {
      attempts: 2,
      version: 2,
      state: 'asking',
      inHand: true,
      handSince: NOW,
    });
    same(leased, wanted, 'the entry that was leased');
    same(await ledger.get(nameOf(1)), wanted, 'get');
  },
  'leases a lead again after its lease has ended, in doubt': async (ledger) => {
    await ledger.add(entryOf(1));
    same(await leaseOf(ledger), [], 'before the lease has ended');
    const [leased] = await leaseOf(ledger, { dueBy: NOW + MINUTE, until: NOW + 2 * MINUTE });
    same([leased?.inDoubt, leased?.inHand, leased?.version], [true, true, 2], 'the entry');
    same(leased?.askedAt, NOW + MINUTE, 'askedAt: the end of the first lease');
    same(leased?.doubtSince, NOW, 'doubtSince: the beginning of the first lease');
    same(
      (await ledger.save(held(1, NOW, { version: 2 }))).kind,
      'stale',
      'a save by the first lease',
    );
    await ledger.save(held(1, NOW, { version: 3, askedAt: NOW - 1 }));
    same((await leaseOf(ledger))[0]?.askedAt, NOW - 1, 'askedAt of a lead in no hand');
  },
  'leases a decided lead without opening it again': async (ledger) => {
    await ledger.add(entryOf(1));
    await ledger.save({ ...accepted(entryOf(1), 'cdr_1'), dueAt: NOW });
    const [leased] = await leaseOf(ledger);
    same(leased?.state, 'accept', 'the state');
  },
  'leases one lead by its id, when it is due': async (ledger) => {
    for (const [number, dueAt] of [
      [1, NOW],
      [2, NOW],
      [3, NOW + 1],
    ] as const) {
      await ledger.add(held(number, dueAt));
    }
    const [leased, more] = await leaseOf(ledger, { lead: nameOf(2) });
    same([leased?.leadId, more], ['L-2', undefined], 'the lead');
    for (const number of [2, 3, 7]) {
      const lead = nameOf(number);
      same(await leaseOf(ledger, { lead }), [], `what was leased for lead ${number}`);
    }
  },
  'gives each lead to only one of many simultaneous leases': async (ledger) => {
    for (let number = 1; number <= 20; number += 1) await ledger.add(held(number, NOW));
    const hands = Array.from({ length: 10 }, () => leaseOf(ledger, { limit: 4 }));
    const taken = (await Promise.all(hands)).flat().map(({ leadId }) => leadId);
    same(new Set(taken).size, taken.length, 'leads that were given once');
    const rest = await leaseOf(ledger, { limit: 20 });
    same(taken.length + rest.length, 20, 'leads that were given');
  },
};

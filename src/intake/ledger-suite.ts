import type { Ledger } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { LEASES } from './ledger-lease-cases.ts';
import { LISTS } from './ledger-list-cases.ts';
import {
  accepted,
  count,
  entryOf,
  held,
  MINUTE,
  NOW,
  nameOf,
  query,
  same,
} from './ledger-samples.ts';

/** One requirement of a ledger. */
export interface LedgerCase {
  /** What a ledger must do, in words. */
  readonly name: string;
  /** Tests a new ledger; rejects with an `Error` that says what is wrong. */
  run(): Promise<void>;
}

/** Opens a ledger for one case: without leads, and used by no one else. */
export type OpenLedger = () => Promise<Ledger> | Ledger;

type Check = (ledger: Ledger) => Promise<void>;

const ADDS: Readonly<Record<string, Check>> = {
  'returns every member of what was added': async (ledger) => {
    const reasons = [{ code: 'GONE', message: 'l’Évêque 李小龍', sellerMessage: '"; DROP --' }];
    const entry = entryOf(1, {
      reasons,
      requestIds: ['req_1', 'req_2'],
      attempts: 3,
      scope: 'lead',
      firstLead: { source: '', leadId: 'L-0' },
      shareEventId: 'she_1',
      settledBy: 'ann',
      note: 'looked at it',
      shadow: { outcome: 'refused', codes: ['RECORD_TOO_OLD'] },
      onlyIfPaid: true,
      doubtSince: NOW - 1,
    });
    same((await ledger.add(entry)).kind, 'added', 'add');
    same(await ledger.get(nameOf(1)), entry, 'get');
    same(await ledger.get(nameOf(2)), undefined, 'a lead that was never added');
  },
  'leaves a known lead unchanged, and returns it': async (ledger) => {
    const entry = entryOf(1);
    await ledger.add(entry);
    const again = await ledger.add(entryOf(1, { phoneDigest: 'e'.repeat(64), attempts: 9 }));
    same(again, { kind: 'lead_known', entry }, 'the second add');
    same(await ledger.get(nameOf(1)), entry, 'get');
  },
  'keeps the leads of two sources apart, whatever their numbers': async (ledger) => {
    await ledger.add(entryOf(1));
    const other = entryOf(1, { source: 'brightpath', shareSha256: 'b'.repeat(64) });
    same((await ledger.add(other)).kind, 'added', 'the same number of another source');
    same(await ledger.get({ source: 'brightpath', leadId: 'L-1' }), other, 'the other lead');
    same(await ledger.get(nameOf(1)), entryOf(1), 'the first lead');
    const lead = { source: 'brightpath', leadId: 'L-1' };
    const { entries } = await ledger.lease(query({ lead, dueBy: NOW + MINUTE }));
    const [leased] = entries;
    same(leased?.source, 'brightpath', 'the lead that was leased');
    same((await ledger.get(nameOf(1)))?.version, 1, 'the version of the other');
  },
  'gives one share to one lead': async (ledger) => {
    const { shareSha256 } = entryOf(1);
    await ledger.add(entryOf(1));
    const second = await ledger.add(entryOf(2, { shareSha256 }));
    same(second, { kind: 'share_taken', firstLead: nameOf(1) }, 'the second lead of a share');
    same(await ledger.get(nameOf(2)), undefined, 'the lead that was not added');
  },
  'keeps any number of leads that do not own their share': async (ledger) => {
    const { shareSha256 } = entryOf(1);
    await ledger.add(entryOf(1));
    for (const number of [2, 3]) {
      const result = await ledger.add(entryOf(number, { shareSha256, ownsShare: false }));
      same(result.kind, 'added', `lead ${number}`);
    }
  },
  'gives a share that a save has given up to the next lead': async (ledger) => {
    const { shareSha256 } = entryOf(1);
    await ledger.add(entryOf(1));
    await ledger.save(held(1, NOW, { version: 2, ownsShare: false }));
    same((await ledger.add(entryOf(2, { shareSha256 }))).kind, 'added', 'the second lead');
  },
  'adds one of many leads that bring the same share at once': async (ledger) => {
    const { shareSha256 } = entryOf(1);
    const leads = Array.from({ length: 20 }, (_, index) => entryOf(index + 1, { shareSha256 }));
    const results = await Promise.all(leads.map((entry) => ledger.add(entry)));
    same(count(results, 'added'), 1, 'added');
    same(count(results, 'share_taken'), 19, 'share_taken');
  },
  'adds a lead once if it comes many times at once': async (ledger) => {
    const results = await Promise.all(Array.from({ length: 20 }, () => ledger.add(entryOf(1))));
    same(count(results, 'added'), 1, 'added');
    same(count(results, 'lead_known'), 19, 'lead_known');
  },
};

const SAVES: Readonly<Record<string, Check>> = {
  'replaces the previous version, and no other': async (ledger) => {
    await ledger.add(entryOf(1));
    const next = held(1, NOW, { version: 2 });
    same((await ledger.save(next)).kind, 'saved', 'save');
    for (const version of [2, 4]) {
      const late = await ledger.save(held(1, NOW, { version, attempts: 7 }));
      same(late.kind, 'stale', `a save of version ${version} on version 2`);
    }
    same((await ledger.save(held(9, NOW, { version: 2 }))).kind, 'stale', 'an unknown lead');
    same(await ledger.get(nameOf(1)), next, 'get');
  },
  'accepts one of many simultaneous saves of the same version': async (ledger) => {
    await ledger.add(entryOf(1));
    const saves = Array.from({ length: 20 }, (_, attempts) =>
      held(1, NOW, { version: 2, attempts }),
    );
    const results = await Promise.all(saves.map((entry) => ledger.save(entry)));
    same(count(results, 'saved'), 1, 'saved');
    same(count(results, 'stale'), 19, 'stale');
  },
  'accepts one record for one lead': async (ledger) => {
    for (const number of [1, 2]) await ledger.add(entryOf(number));
    await ledger.save(accepted(entryOf(1), 'cdr_1'));
    const second = await ledger.save(accepted(entryOf(2), 'cdr_1'));
    same(second, { kind: 'record_taken', firstLead: nameOf(1) }, 'the second lead of a record');
    same(await ledger.get(nameOf(2)), entryOf(2), 'the lead that was not saved');
    const duplicate = {
      ...accepted(entryOf(2), 'cdr_1'),
      state: 'duplicate',
      firstLead: nameOf(1),
    };
    same((await ledger.save(duplicate as LedgerEntry)).kind, 'saved', 'as a duplicate');
  },
  'accepts a record for one of many leads at once': async (ledger) => {
    const leads = Array.from({ length: 10 }, (_, index) => entryOf(index + 1));
    await Promise.all(leads.map((entry) => ledger.add(entry)));
    const saves = leads.map((entry) => ledger.save(accepted(entry, 'cdr_1')));
    const results = await Promise.all(saves);
    same(count(results, 'saved'), 1, 'saved');
    same(count(results, 'record_taken'), 9, 'record_taken');
  },
  'returns the records that were accepted, and no others': async (ledger) => {
    for (const number of [1, 2]) await ledger.add(entryOf(number));
    await ledger.save(accepted(entryOf(1), 'cdr_1'));
    const refused = { ...accepted(entryOf(2), 'cdr_2'), state: 'duplicate' } as LedgerEntry;
    await ledger.save(refused);
    const asked = ['cdr_3', 'cdr_2', 'cdr_1', ...Array.from({ length: 97 }, (_, n) => `cdr_x${n}`)];
    same(await ledger.acceptedRecords(asked), ['cdr_1'], 'acceptedRecords');
    same(await ledger.acceptedRecords([]), [], 'acceptedRecords of none');
  },
  'forgets what came in with a lead that is decided': async (ledger) => {
    await ledger.add(entryOf(1));
    await ledger.save(accepted(entryOf(1), 'cdr_1'));
    same((await ledger.get(nameOf(1)))?.material, null, 'material');
  },
};

const TRANSACTIONS: Readonly<Record<string, Check>> = {
  'saves nothing if the caller’s part of the transaction fails': async (ledger) => {
    if (!ledger.transactional) return;
    await ledger.add(entryOf(1));
    const fails = (): never => {
      throw new Error('not today');
    };
    const error = await ledger
      .save(accepted(entryOf(1), 'cdr_1'), fails)
      .catch((caught: unknown) => caught);
    same((error as Error).message, 'not today', 'the error');
    same(await ledger.get(nameOf(1)), entryOf(1), 'get');
    const late = await ledger.add(entryOf(2), fails).catch((caught: unknown) => caught);
    same((late as Error).message, 'not today', 'the error of an add');
    same(await ledger.get(nameOf(2)), undefined, 'the lead that was not added');
    same((await ledger.save(accepted(entryOf(1), 'cdr_1'))).kind, 'saved', 'a save after that');
  },
  'runs the caller’s part once, and never for what is not saved': async (ledger) => {
    if (!ledger.transactional) return;
    let runs = 0;
    const within = (): void => {
      runs += 1;
    };
    await ledger.add(entryOf(1), within);
    await ledger.add(entryOf(1), within);
    await ledger.save(accepted(entryOf(1), 'cdr_1'), within);
    await ledger.save(accepted(entryOf(1), 'cdr_1'), within);
    same(runs, 2, 'runs');
  },
};

/**
 * Returns the cases that a ledger must pass, for any test runner. Each opens its own ledger. Killed
 * processes and cut connections are not covered: those tests need your server.
 *
 * @example
 * ```ts
 * for (const { name, run } of ledgerSuite(() => memoryLedger())) it(name, run);
 * ```
 */
export function ledgerSuite(open: OpenLedger): readonly LedgerCase[] {
  const all = { ...ADDS, ...SAVES, ...LEASES, ...TRANSACTIONS, ...LISTS };
  return Object.entries(all).map(([name, check]) => ({
    name,
    run: async () => check(await open()),
  }));
}

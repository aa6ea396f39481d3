import { describe, expect, it } from 'vitest';
import type { Ledger, LedgerEntry } from '../../src/intake/index.ts';
import { ledgerSuite, memoryLedger } from '../../src/intake/index.ts';

describe('the ledger in memory', () => {
  for (const { name, run } of ledgerSuite(() => memoryLedger())) it(name, run);
});

/** Makes a ledger with one mistake. */
function wrong(changes: (right: Ledger) => Partial<Ledger>): () => Ledger {
  return () => {
    const right = memoryLedger() as Ledger;
    return { ...right, ...changes(right) };
  };
}

const asVersion = (entry: LedgerEntry, version: number): LedgerEntry => ({ ...entry, version });

describe('the suite finds a ledger that', () => {
  it.each<[string, () => Ledger]>([
    [
      'lets two leads own one share',
      wrong((right) => ({
        add: (entry) => right.add({ ...entry, ownsShare: false }),
      })),
    ],
    [
      'saves over a newer version',
      wrong((right) => ({
        save: async (entry) => {
          const stands = await right.get(entry);
          return right.save(asVersion(entry, (stands?.version ?? 0) + 1));
        },
      })),
    ],
    [
      'accepts a record twice',
      wrong((right) => ({
        save: (entry) => right.save(entry.state === 'accept' ? { ...entry, cdrId: null } : entry),
      })),
    ],
    [
      'gives a lead to two hands',
      wrong((right) => ({
        lease: async (query) => {
          const taken = await right.lease({ ...query, until: query.dueBy });
          const entries = taken.entries.map((entry) => ({ ...entry, dueAt: query.until }));
          return { ...taken, entries };
        },
      })),
    ],
    [
      'forgets that a hand let a lead lie',
      wrong((right) => ({
        lease: async (query) => {
          const { entries, ...page } = await right.lease(query);
          return { ...page, entries: entries.map((entry) => ({ ...entry, inDoubt: false })) };
        },
      })),
    ],
    [
      'leases more than it was asked for',
      wrong((right) => ({
        lease: (query) => right.lease({ ...query, limit: 100 }),
      })),
    ],
    [
      'looks below where a pass has been',
      wrong((right) => ({ lease: ({ after: _, ...query }) => right.lease(query) })),
    ],
    ['is anyone’s', wrong((right) => ({ open: () => right.open('acme') }))],
    [
      'takes the leads of all sources for one source’s',
      wrong((right) => ({
        get: ({ leadId }) => right.get({ source: 'sunroof', leadId }),
      })),
    ],
    [
      'begins each page of a list anew',
      wrong((right) => ({
        list: async ({ after, ...query }) => {
          const page = await right.list(query);
          return after === undefined ? page : { entries: page.entries };
        },
      })),
    ],
    [
      'prunes whatever is decided',
      wrong((right) => ({
        prune: (query) => right.prune({ ...query, decidedBefore: query.decidedBefore * 2 }),
      })),
    ],
    ['calls every record accepted', wrong(() => ({ acceptedRecords: async (ids) => [...ids] }))],
    ['says that it is transactional and is not', wrong(() => ({ transactional: true }))],
  ])('%s', async (_what, open) => {
    const results = await Promise.allSettled(ledgerSuite(open).map(({ run }) => run()));
    expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  });
});

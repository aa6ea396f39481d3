import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { sqliteInbox } from '../../src/webhooks/sqlite.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

/** A database with a table of the caller's own. */
function ownDatabase() {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE own (id TEXT NOT NULL)');
  const insert = (id: string) => db.prepare('INSERT INTO own VALUES (?)').all(id);
  const ids = () =>
    db
      .prepare('SELECT id FROM own')
      .all()
      .map(({ id }) => String(id));
  return { db, insert, ids };
}

const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await null;
};

const until = (isSo: () => boolean): Promise<void> => vi.waitFor(() => expect(isSo()).toBe(true));

describe('an onDecision on SQLite that returns a promise', () => {
  it.each([0, 1, 30])('is durable with the decision, after %i turns', async (count) => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const { db, insert, ids } = ownDatabase();
    let fails = true;
    const intake = intakeOf(sqliteLedger(db), {
      onDecision: async ({ leadId }) => {
        await turns(count);
        insert(leadId);
        await turns(count);
        if (fails) throw new Error('the caller’s own');
      },
    });
    const lead = leadOf('L-1', await share(capture()));
    expect(await intake.take(lead)).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
    expect(ids()).toEqual([]);
    fails = false;
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept' }]);
    expect(ids()).toEqual(['L-1']);
    expect(paid()).toHaveLength(1);
  });

  it('keeps every other step out of its transaction, and every other onDecision', async () => {
    const effect = fc.record({ turns: fc.nat(12), fails: fc.boolean(), isLate: fc.boolean() });
    const run = fc.asyncProperty(fc.array(effect, { minLength: 2, maxLength: 8 }), async (plan) => {
      const { db, insert, ids } = ownDatabase();
      const inbox = sqliteInbox(db, {
        enqueue: async (_, { cdrId }) => {
          const { turns: count, fails, isLate } = plan[Number(cdrId)] ?? {};
          if (isLate !== true) insert(cdrId);
          await turns(count ?? 0);
          if (isLate === true) insert(cdrId);
          if (fails === true) throw new Error('the caller’s own');
        },
      });
      const all = plan.map((_, index) => String(index));
      const domainId = 'a.example';
      const done = await Promise.allSettled([
        ...all.map((cdrId) => inbox.take({ cdrId, domainId, via: 'webhook' })),
        ...all.map((cdrId, i) =>
          inbox.keepMark({
            ...{ domainId: cdrId, acknowledged: false, cdrId, createdAt: i },
            ...{ since: 0, oldestCdrId: cdrId },
          }),
        ),
      ]);
      const kept = all.filter((_, index) => plan[index]?.fails === false);
      expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(
        plan.length - kept.length,
      );
      expect(ids().sort()).toEqual(kept);
      expect((await inbox.known(all)).sort()).toEqual(kept);
      expect(await inbox.marks()).toHaveLength(plan.length);
    });
    await fc.assert(run, { numRuns: 150 });
  });
});

describe('an effect on SQLite that does not end', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is rolled back after five seconds, and what it does later is not taken for the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { db, insert, ids } = ownDatabase();
    const ends: (() => void)[] = [];
    const inbox = sqliteInbox(db, {
      enqueue: (_, { cdrId }) => {
        insert(cdrId);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
    });
    const take = (cdrId: string) => inbox.take({ cdrId, domainId: undefined, via: 'webhook' });
    const first = take('c1').catch((error: unknown) => error);
    const second = take('c2');
    await vi.advanceTimersByTimeAsync(4_999);
    expect(ends).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    const message =
      'expected its promise to settle within 5 seconds; until then, every other step waits for it';
    expect(await first).toMatchObject({ issues: [{ path: 'effect', message }] });
    expect(ends).toHaveLength(2);
    ends[0]?.();
    await turns(20);
    ends[1]?.();
    expect(await second).toBe('new');
    expect(ids()).toEqual(['c2']);
    expect(await inbox.known(['c1', 'c2'])).toEqual(['c2']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends even if it waits for the ledger that waits for it', async () => {
    const { intakeOf, capture, share } = leadWorld();
    const { db } = ownDatabase();
    const lead = leadOf('L-1', await share(capture()));
    let asked = false;
    const intake = intakeOf(sqliteLedger(db), {
      onDecision: async ({ leadId }): Promise<void> => {
        asked = true;
        await intake.get(leadId);
      },
    });
    const taken = intake.take(lead);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await until(() => asked);
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    expect(await taken).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
  });
});

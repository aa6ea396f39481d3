import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ledgerSuite } from '../../src/intake/ledger-suite.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import type { PostgresPool } from '../../src/sql/postgres/pool.ts';
import { postgresInbox, postgresStore } from '../../src/webhooks/postgres.ts';
import { runBlock } from '../docs/run-block.ts';
import { leadOf, leadWorld } from '../intake/support/lead-world.ts';

let pool: PostgresPool;
beforeAll(async () => {
  const guide = 'docs/guides/databases.md';
  const made = await runBlock(guide, 'Postgres in the process: PGlite', {});
  pool = made['pool'] as PostgresPool;
}, 60_000);
afterEach(() => vi.unstubAllGlobals());
afterAll(async () => {
  await pool.query('DROP SCHEMA public CASCADE');
});

let tables = 0;
const next = (): string => `table_${(tables += 1)}`;

async function openLedger() {
  const ledger = postgresLedger(pool, { table: next() });
  await ledger.createTables();
  return ledger;
}

describe('over the guide’s pool of PGlite', () => {
  for (const { name, run } of ledgerSuite(openLedger)) it(`a ledger: ${name}`, run);

  it('an intake commits onDecision with the decision, for many leads at once', async () => {
    const { intakeOf, capture, share, paid } = leadWorld();
    await pool.query('CREATE TABLE own (lead_id text PRIMARY KEY)');
    const intake = intakeOf<Awaited<ReturnType<PostgresPool['connect']>>>(await openLedger(), {
      onDecision: async ({ leadId }, { tx }) => {
        await tx.query('INSERT INTO own VALUES ($1)', [leadId]);
        if (leadId === 'L-3') throw new Error('not today');
      },
    });
    const links = await Promise.all(Array.from({ length: 5 }, () => share(capture())));
    const taken = links.map((link, index) => intake.take(leadOf(`L-${index + 1}`, link)));
    const decisions = (await Promise.all(taken)).map(({ decision }) => decision);
    expect(decisions).toEqual(['accept', 'accept', 'hold', 'accept', 'accept']);
    const result = await pool.query('SELECT lead_id FROM own ORDER BY lead_id', []);
    const rows = ['L-1', 'L-2', 'L-4', 'L-5'].map((lead_id) => ({ lead_id }));
    expect(result).toMatchObject({ rows });
    expect(paid()).toHaveLength(5);
  });

  it('an inbox takes a record once, whoever brings it', async () => {
    const queued: string[] = [];
    const enqueue = (_tx: unknown, { cdrId }: { cdrId: string }) => void queued.push(cdrId);
    const inbox = postgresInbox(pool, { enqueue, table: next() });
    await inbox.createTables();
    const record = { cdrId: 'c1', domainId: 'a.example', via: 'webhook' } as const;
    const taken = await Promise.all(Array.from({ length: 5 }, () => inbox.take(record)));
    expect(taken.filter((each) => each === 'new')).toHaveLength(1);
    expect(queued).toEqual(['c1']);
    expect(await inbox.known(['c1', 'c2'])).toEqual(['c1']);
    const place = { domainId: 'a.example', acknowledged: false, cdrId: 'c1', createdAt: 5 };
    const mark = { ...place, since: 0, oldestCdrId: 'c0' };
    await inbox.keepMark(mark);
    expect(await inbox.marks()).toEqual([mark]);
    const lease = { name: 'all', holder: 'a', now: 5, until: 9, latest: 99, since: 0 };
    expect(await inbox.leaseRun?.({ ...lease, isDone: false })).toBe('taken');
    expect(await inbox.leaseRun?.({ ...lease, isDone: false, holder: 'b' })).toBe('running');
  });

  it('a store gives each delivery to one claim, and completes it with an effect', async () => {
    const store = postgresStore(pool, { table: next() });
    await store.createTable();
    const claim = { leaseSeconds: 60, claimId: 'a' };
    expect(await store.claim('wh_1', claim)).toBe('new');
    expect(await store.claim('wh_1', { ...claim, claimId: 'b' })).toBe('busy');
    const effect = async () => 'done';
    expect(await store.transaction({ webhookId: 'wh_1', claimId: 'a' }, effect)).toBe('done');
    expect(await store.claim('wh_1', { ...claim, claimId: 'b' })).toBe('duplicate');
  });
});

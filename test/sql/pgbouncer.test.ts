import { Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerSuite } from '../../src/intake/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { postgresInbox } from '../../src/webhooks/postgres.ts';
import { leadOf, leadWorld } from '../intake/support/lead-world.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';
import { type PgBouncer, startPgBouncer } from '../webhooks/support/pgbouncer.ts';

let database: OwnDatabase | undefined;
let bouncer: PgBouncer | undefined;
let pool: Pool;
beforeAll(async () => {
  database = await newDatabase();
  if (database === undefined) return;
  bouncer = await startPgBouncer(database.connection);
  if (bouncer !== undefined) pool = new Pool({ ...bouncer.connection, max: 10 });
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await bouncer?.stop();
  await database?.drop();
});

let opened = 0;
async function openLedger() {
  const ledger = postgresLedger(pool, { table: `leads_${(opened += 1)}` });
  await ledger.createTables();
  return ledger;
}

describe('through PgBouncer in transaction mode, which may refuse names', () => {
  for (const { name, run } of ledgerSuite(openLedger)) {
    it(`a ledger: ${name}`, async ({ skip }) => {
      if (bouncer === undefined) return skip('no PgBouncer');
      await run();
    });
  }

  it('many leads at once are each paid once and told once', async ({ skip }) => {
    if (bouncer === undefined) return skip('no PgBouncer');
    const ledger = await openLedger();
    await pool.query('CREATE TABLE told (lead_id text)');
    const { intakeOf, capture, share, paid } = leadWorld();
    const intake = intakeOf<PoolClient>(ledger, {
      onDecision: async ({ leadId }, { tx }) => {
        await tx.query('INSERT INTO told VALUES ($1)', [leadId]);
      },
    });
    const links = await Promise.all(Array.from({ length: 40 }, () => share(capture())));
    const taken = links.map((link, index) => intake.take(leadOf(`L-${index}`, link)));
    const decisions = (await Promise.all(taken)).map(({ decision }) => decision);
    expect(new Set(decisions)).toEqual(new Set(['accept']));
    const { rows } = await pool.query<object>('SELECT DISTINCT lead_id FROM told');
    const all = await pool.query<object>('SELECT lead_id FROM told');
    expect([rows.length, all.rows.length, paid().length]).toEqual([40, 40, 40]);
  });

  it('an inbox takes each record once', async ({ skip }) => {
    if (bouncer === undefined) return skip('no PgBouncer');
    const queued: string[] = [];
    const inbox = postgresInbox(pool, { enqueue: (_tx, { cdrId }) => void queued.push(cdrId) });
    await inbox.createTables();
    const ids = Array.from({ length: 30 }, (_, index) => `cdr_${index % 10}`);
    const records = ids.map((cdrId) => ({ cdrId, domainId: 'a.example', via: 'webhook' }) as const);
    const taken = await Promise.all(
      records.map((record) => inbox.known([record.cdrId]).then(() => inbox.take(record))),
    );
    expect(taken.filter((each) => each === 'new')).toHaveLength(10);
    expect([...queued].sort()).toEqual([...new Set(ids)].sort());
    expect((await inbox.known(ids)).length).toBeGreaterThan(0);
  });
});

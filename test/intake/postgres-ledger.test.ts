import { Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerSuite } from '../../src/intake/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { type PostgresServer, startPostgres } from '../webhooks/support/postgres-server.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

let server: PostgresServer | undefined;
let pool: Pool;
beforeAll(async () => {
  server = await startPostgres();
  if (server !== undefined) pool = new Pool(server.connection);
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

let opened = 0;
async function openLedger() {
  const ledger = postgresLedger(pool, { table: `leads_${(opened += 1)}` });
  await ledger.createTables();
  return ledger;
}

describe('the ledger in Postgres', () => {
  for (const { name, run } of ledgerSuite(openLedger)) {
    it(name, async ({ skip }) => {
      if (server === undefined) skip('no Postgres server');
      await run();
    });
  }

  it.each([
    ['phone', '', '(212)\u0000 555-0147'],
    ['share', '?x=\u0000', undefined],
  ])('decides a lead with a NUL in its %s', async (_, tail, phone) => {
    if (server === undefined) return;
    const { intakeOf, capture, share } = leadWorld();
    const intake = intakeOf<PoolClient>(await openLedger());
    const lead = leadOf('L-1', `${await share(capture())}${tail}`, phone);
    const decision = await intake.take(lead);
    expect(['accept', 'refuse']).toContain(decision.decision);
    expect(await intake.take(lead)).toEqual({ ...decision, replayed: true });
  });

  it('makes the decision and the caller’s own row durable together', async ({ skip }) => {
    if (server === undefined) skip('no Postgres server');
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    await pool.query('CREATE TABLE own (lead_id text PRIMARY KEY, decision text NOT NULL)');
    const rows = async () => (await pool.query<object>('SELECT * FROM own')).rows;
    let fails = true;
    const intake = intakeOf<PoolClient>(await openLedger(), {
      onDecision: async ({ leadId, decision }, { tx }) => {
        await tx.query('INSERT INTO own VALUES ($1, $2)', [leadId, decision]);
        if (fails) throw new Error('not today');
      },
    });
    const cdrId = capture();
    expect(await intake.take(leadOf('L-1', await share(cdrId)))).toMatchObject({
      decision: 'hold',
      code: 'LEDGER_FAILED',
    });
    expect(await rows()).toEqual([]);
    fails = false;
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(await rows()).toEqual([{ lead_id: 'L-1', decision: 'accept' }]);
    expect(paid()).toEqual([cdrId]);
  });

  it.each([
    [undefined, '20s'],
    ['7s', '7s'],
  ])('limits how long onDecision does nothing, where the pool has %s', async (own, expected) => {
    if (server === undefined) return;
    const table = `leads_${(opened += 1)}`;
    const limited = new Pool({
      ...server.connection,
      ...(own !== undefined && { options: `-c idle_in_transaction_session_timeout=${own}` }),
    });
    const ledger = postgresLedger(limited, { table });
    await ledger.createTables();
    const limits: unknown[] = [];
    const { intakeOf, capture, share } = leadWorld();
    const intake = intakeOf<PoolClient>(ledger, {
      onDecision: async (_, { tx }) => {
        limits.push(...(await tx.query('SHOW idle_in_transaction_session_timeout')).rows);
      },
    });
    await intake.take(leadOf('L-1', await share(capture())));
    await intake.take(leadOf('L-2', 'no share', 'no phone'));
    const limit = { idle_in_transaction_session_timeout: expected };
    expect(limits).toEqual([limit, limit]);
    await limited.end();
  });

  it('leases other leads while a decision waits for what the caller does', async ({ skip }) => {
    if (server === undefined) skip('no Postgres server');
    const ledger = await openLedger();
    const { intakeOf, capture, share, mock } = leadWorld();
    mock.addFault({ operation: 'shares.receive', status: 503, times: 2 });
    for (const leadId of ['L-1', 'L-2']) {
      await intakeOf<PoolClient>(ledger).take(leadOf(leadId, await share(capture())));
    }
    await mock.clock.advance({ minutes: 1 });
    const dueBy = mock.clock.now();
    const until = dueBy + 60_000;
    const { entries } = await ledger.lease({ dueBy, now: dueBy, until, limit: 1 });
    const [first] = entries;
    const [other] = first?.leadId === 'L-1' ? ['L-2'] : ['L-1'];
    let leased: string[] = [];
    if (first === undefined) throw new Error('no lead is due');
    // As of `until`, the lead in hand is due too, and locked.
    await ledger.save({ ...first, version: first.version + 1 }, async () => {
      const rest = await ledger.lease({ dueBy: until, now: dueBy, until: until + 1, limit: 2 });
      leased = rest.entries.map(({ leadId }) => leadId);
    });
    expect(leased).toEqual([other]);
  });

  it('finds the truth after a connection that died under a decision', async ({ skip }) => {
    if (server === undefined) skip('no Postgres server');
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const ledger = await openLedger();
    const cutOnce = new Pool(server?.connection);
    let isCut = false;
    const cutting = postgresLedger(cutOnce, { table: `leads_${opened}` });
    const intake = intakeOf<PoolClient>(cutting, {
      onDecision: async (_, { tx }) => {
        if (isCut) return;
        isCut = true;
        const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
        await tx.query('SELECT 1');
      },
    });
    const cdrId = capture();
    const lead = leadOf('L-1', await share(cdrId));
    expect(await intake.take(lead)).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
    await mock.clock.advance({ minutes: 1 });
    expect(await intakeOf(ledger).resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(paid()).toEqual([cdrId]);
    await cutOnce.end();
  });

  it('gives the SQL of its tables for migrations, and needs no right to create where they are', async ({
    skip,
  }) => {
    if (server === undefined) skip('no Postgres server');
    const table = `leads_${(opened += 1)}`;
    const { migrationSql } = postgresLedger(pool, { table });
    await pool.query(migrationSql);
    await pool.query(`CREATE ROLE intake_${opened} LOGIN`);
    await pool.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO intake_${opened};
      GRANT SELECT, UPDATE ON ${table}_about TO intake_${opened}`);
    const own = new Pool({ ...server?.connection, user: `intake_${opened}` });
    const ledger = postgresLedger(own, { table });
    await ledger.createTables();
    const { intakeOf, capture, share } = leadWorld();
    const lead = leadOf('L-1', await share(capture()));
    expect(await intakeOf(ledger).take(lead)).toMatchObject({ decision: 'accept' });
    await own.end();
  });

  it('has each step on the disk for a role whose commits do not wait for it', async ({ skip }) => {
    if (server === undefined) skip('no Postgres server');
    const table = `leads_${(opened += 1)}`;
    await pool.query(`
      ${postgresLedger(pool, { table }).migrationSql}
      CREATE TABLE commits (made text);
      CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO commits VALUES (TG_OP || ' ' || NEW.state || ' ' ||
          current_setting('synchronous_commit')); RETURN NEW;
      END $$;
      CREATE TRIGGER noted AFTER INSERT OR UPDATE ON ${table}
        FOR EACH ROW EXECUTE FUNCTION note_commit();
      CREATE ROLE hasty LOGIN;
      ALTER ROLE hasty SET synchronous_commit = off;
      GRANT SELECT, INSERT, UPDATE ON ${table} TO hasty;
      GRANT SELECT, UPDATE ON ${table}_about TO hasty`);
    const own = new Pool({ ...server?.connection, user: 'hasty' });
    const { intakeOf, capture, share, mock } = leadWorld();
    const intake = intakeOf(postgresLedger(own, { table }));
    mock.addFault({ operation: 'shares.receive', status: 503 });
    await intake.take(leadOf('L-1', await share(capture())));
    await mock.clock.advance({ minutes: 1 });
    await intake.resume();
    const { rows } = await pool.query<{ made: string }>('SELECT made FROM commits');
    expect(rows.map(({ made }) => made)).toEqual([
      'INSERT asking on',
      'UPDATE hold on',
      'UPDATE asking on',
      'UPDATE accept on',
    ]);
    await own.end();
  });
});

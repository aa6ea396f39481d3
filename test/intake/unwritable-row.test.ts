import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Ledger, memoryLedger } from '../../src/intake/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { type PostgresServer, startPostgres } from '../webhooks/support/postgres-server.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

const TABLE = 'consent_evidence_leads';
const NO_ROLE_UPDATES = `
  ALTER TABLE ${TABLE} ENABLE ROW LEVEL SECURITY;
  CREATE POLICY reads ON ${TABLE} FOR SELECT USING (true);
  CREATE POLICY adds ON ${TABLE} FOR INSERT WITH CHECK (true)`;
const NO_TRIGGER_UPDATES = `
  CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER silent BEFORE UPDATE ON ${TABLE} FOR EACH ROW EXECUTE FUNCTION nothing()`;
const SQLITE_IGNORES = `
  CREATE TRIGGER silent BEFORE UPDATE ON ${TABLE} BEGIN SELECT RAISE(IGNORE); END`;

let server: PostgresServer | undefined;
let owner: Pool;
let pool: Pool;
beforeAll(async () => {
  server = await startPostgres();
  if (server === undefined) return;
  owner = new Pool(server.connection);
  await owner.query('CREATE ROLE intake LOGIN');
  pool = new Pool({ ...server.connection, user: 'intake' });
}, 60_000);
afterAll(async () => {
  await Promise.all([owner?.end(), pool?.end()]);
  await server?.stop();
});

/** A ledger of a program, and how its owner changes the table. */
interface OpenLedger {
  readonly ledger: Ledger;
  change(sql: string): Promise<unknown>;
}

function openSqlite(): OpenLedger {
  const database = new DatabaseSync(':memory:');
  const ledger = sqliteLedger(database) as Ledger;
  return { ledger, change: async (sql) => database.exec(sql) };
}

async function openPostgres(): Promise<OpenLedger | undefined> {
  if (server === undefined) return undefined;
  await owner.query(`DROP TABLE IF EXISTS ${TABLE}; DROP FUNCTION IF EXISTS nothing`);
  await postgresLedger(owner).createTables();
  await owner.query(`GRANT SELECT, INSERT, UPDATE ON ${TABLE} TO intake;
    GRANT SELECT, UPDATE ON ${TABLE}_about TO intake`);
  return { ledger: postgresLedger(pool) as Ledger, change: (sql) => owner.query(sql) };
}

describe('a ledger that may add a lead but not change it', () => {
  it.each([
    [
      'a policy of Postgres',
      openPostgres,
      NO_ROLE_UPDATES,
      `ALTER TABLE ${TABLE} DISABLE ROW LEVEL SECURITY`,
    ],
    ['a trigger of Postgres', openPostgres, NO_TRIGGER_UPDATES, `DROP TRIGGER silent ON ${TABLE}`],
    ['a trigger of SQLite', openSqlite, SQLITE_IGNORES, 'DROP TRIGGER silent'],
  ])(
    'by %s: says so, and accepts the lead once it may, paid once',
    async (_, open, forbid, allow) => {
      const opened = await open();
      if (opened === undefined) return;
      const { ledger, change } = opened;
      const { intakeOf, capture, share, mock, paid } = leadWorld();
      const onError = vi.fn();
      const intake = intakeOf(ledger, { onError });
      const cdrId = capture();
      await change(forbid);
      const lead = leadOf('L-1', await share(cdrId));
      expect(await intake.take(lead)).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
      expect(String(onError.mock.lastCall?.[0])).toContain('the lead was not saved');

      await change(allow);
      await mock.clock.advance({ minutes: 1 });
      expect(await intake.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
      expect(paid()).toEqual([cdrId]);
    },
  );

  it.each([
    ['Postgres', openPostgres],
    ['SQLite', openSqlite],
  ])(
    'in %s, whose row was deleted meanwhile: says so, and the record is an orphan',
    async (_, open) => {
      const opened = await open();
      if (opened === undefined) return;
      const { intakeOf, clientOf, capture, share, mock, paid } = leadWorld();
      const onError = vi.fn();
      const fetch: typeof mock.fetch = async (...request) => {
        const response = await mock.fetch(...request);
        await opened.change(`DELETE FROM ${TABLE}`);
        return response;
      };
      const intake = intakeOf(opened.ledger, { onError, client: clientOf({ fetch }) });
      const cdrId = capture();
      const lead = leadOf('L-1', await share(cdrId));
      expect(await intake.take(lead)).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
      expect(String(onError.mock.lastCall?.[0])).toContain('hidden or gone');
      expect(paid()).toEqual([cdrId]);
    },
  );
});

it('a ledger that calls a duplicate a second acceptance is not asked for ever', async () => {
  const ledger = memoryLedger();
  const save = vi.spyOn(ledger, 'save').mockImplementation(async () => {
    if (save.mock.calls.length > 20) throw new Error('asked too often');
    return { kind: 'record_taken', firstLead: { source: '', leadId: 'L-0' } };
  });
  const { intakeOf, capture, share, paid } = leadWorld();
  const onError = vi.fn();
  const intake = intakeOf(ledger, { onError });
  const cdrId = capture();
  const lead = leadOf('L-1', await share(cdrId));
  expect(await intake.take(lead)).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
  expect(onError).toHaveBeenCalledTimes(1);
  expect(save.mock.calls.length).toBeLessThan(5);
  expect(paid()).toEqual([cdrId]);
});

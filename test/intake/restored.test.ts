import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lead, LeadDecision, Ledger } from '../../src/intake/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';
import { all, leadOf, leadWorld, OTHER_PHONE } from './support/lead-world.ts';

const TABLE = 'consent_evidence_leads';

/** Returns the only SQL statement of the guide, for a backup that was made at that instant. */
function statementFor(backupAt: number): string {
  const guide = new URL('../../docs/guides/lead-intake.md', import.meta.url);
  const text = readFileSync(guide, 'utf8');
  const [statement = '', ...others] = [...text.matchAll(/^ *```sql\n(.*?)^ *```/gms)].map(
    ([, sql = '']) => sql,
  );
  expect(others).toEqual([]);
  expect(statement.match(/\b\d{13}\b/g)).toHaveLength(1);
  return statement.replace(/\b\d{13}\b/, String(backupAt - 5 * 60_000));
}

const byLead = (decisions: LeadDecision[]) =>
  decisions.sort((a, b) => a.leadId.localeCompare(b.leadId));

/** A ledger, and a way to its table. */
interface OpenLedger {
  readonly ledger: Ledger;
  query(sql: string): Promise<unknown[]>;
}

let postgres: OwnDatabase | undefined;
let pool: Pool | undefined;
beforeAll(async () => {
  postgres = await newDatabase();
  if (postgres !== undefined) pool = new Pool(postgres.connection);
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await postgres?.drop();
});

function openSqlite(): OpenLedger {
  const database = new DatabaseSync(':memory:');
  const query = async (sql: string) => database.prepare(sql).all();
  return { ledger: sqliteLedger(database) as Ledger, query };
}

async function openPostgres(): Promise<OpenLedger | undefined> {
  if (pool === undefined) return undefined;
  const query = async (sql: string) => (await (pool as Pool).query<object>(sql)).rows;
  await query(`DROP TABLE IF EXISTS ${TABLE}, backup`);
  const ledger = postgresLedger(pool);
  await ledger.createTables();
  return { ledger: ledger as Ledger, query };
}

describe.each([
  ['SQLite', openSqlite],
  ['Postgres', openPostgres],
])('the ledger in %s, restored from a backup', (_, open) => {
  it('accepts what was paid for a lead since then, if the lead was marked', async ({ skip }) => {
    const opened = await open();
    if (opened === undefined) skip('no Postgres server');
    const { ledger, query } = opened as OpenLedger;
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const intake = intakeOf(ledger);
    mock.addFault({ operation: 'shares.receive', phase: 'before', status: 503, times: 2 });
    const [known, unknown] = [capture(), capture()];
    await intake.take(leadOf('L-1', await share(known)));
    await intake.take(leadOf('L-2', await share(capture()), OTHER_PHONE));
    const backupAt = mock.clock.now();
    expect(await all(intake.held())).toMatchObject([{ leadId: 'L-1' }, { leadId: 'L-2' }]);
    await query(`CREATE TABLE backup AS SELECT * FROM ${TABLE}`);

    await mock.clock.advance({ minutes: 1 });
    const decisions = [{ leadId: 'L-1', decision: 'accept', cdrId: known }, { decision: 'refuse' }];
    expect(byLead(await intake.resume())).toMatchObject(decisions);
    const late = leadOf('L-3', await share(unknown));
    expect(await intake.take(late)).toMatchObject({ decision: 'accept', cdrId: unknown });

    await query(`DELETE FROM ${TABLE}`);
    await query(`INSERT INTO ${TABLE} SELECT * FROM backup`);
    await query(statementFor(backupAt));
    expect(byLead(await intake.resume())).toMatchObject(decisions);
    expect(await intake.take(late)).toMatchObject({ decision: 'duplicate', cdrId: unknown });
    const orphans = await all(intake.orphans({ since: backupAt - 60_000 }));
    expect(orphans).toMatchObject([{ cdrId: unknown }]);
    expect(paid().sort()).toEqual([known, unknown].sort());
    expect(await all(intake.held())).toEqual([]);
  });

  it('accepts what was paid for while it was young enough, however late it is restored', async ({
    skip,
  }) => {
    const opened = await open();
    if (opened === undefined) skip('no Postgres server');
    const { ledger, query } = opened as OpenLedger;
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const young = { schemaVersion: 1, record: { maxAgeSeconds: 3_600 } } as const;
    const intake = intakeOf(ledger, { criteria: young });
    const leads = [leadOf('L-1', await share(capture())), leadOf('L-2', await share(capture()))];
    const [waited, forgotten] = leads as [Lead, Lead];
    const cdrId = capture();
    const found = leadOf('L-3', await share(cdrId));
    await intake.take(waited, { signal: AbortSignal.abort() });
    const backupAt = mock.clock.now();
    await query(`CREATE TABLE backup AS SELECT * FROM ${TABLE}`);
    await mock.clock.advance({ minutes: 1 });
    for (const lead of [...leads, found]) {
      expect((await intake.take(lead)).decision).toBe('accept');
    }

    await mock.clock.advance({ hours: 5 });
    await query(`DELETE FROM ${TABLE}`);
    await query(`INSERT INTO ${TABLE} SELECT * FROM backup`);
    await intake.take(forgotten, { signal: AbortSignal.abort() });
    await query(statementFor(backupAt));
    await mock.clock.advance({ minutes: 1 });
    await intake.resume();
    for (const lead of leads) expect((await intake.take(lead)).decision).toBe('accept');
    // A lead that turns up later, with its record among the orphans: a person accepts it.
    expect(await all(intake.orphans())).toMatchObject([{ cdrId }]);
    await intake.take(found, { signal: AbortSignal.abort() });
    await intake.settle('L-3', { decision: 'accept', cdrId, by: 'ann' });
    expect(await intake.take(found)).toMatchObject({ decision: 'accept', cdrId });
    expect(await all(intake.orphans())).toEqual([]);
    expect(paid()).toHaveLength(3);
  });

  it('accepts again what it had forgotten, once the leads were taken without a request', async ({
    skip,
  }) => {
    const opened = await open();
    if (opened === undefined) skip('no Postgres server');
    const { ledger, query } = opened as OpenLedger;
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const intake = intakeOf(ledger);
    const shareUrls = await Promise.all([capture(), capture(), capture()].map(share));
    const [one = '', two = '', three = ''] = shareUrls;
    const leads = [leadOf('L-1', one), leadOf('L-2', two, OTHER_PHONE), leadOf('L-3', one)];
    const decide = async () => {
      for (const lead of leads) await intake.take(lead);
      const { length } = paid();
      return {
        length,
        decisions: await Promise.all(leads.map(({ leadId }) => intake.get(leadId))),
      };
    };
    const backupAt = mock.clock.now();
    const before = await decide();
    expect(before.decisions.map((each) => each?.decision)).toEqual([
      'accept',
      'refuse',
      'duplicate',
    ]);

    await query(`DELETE FROM ${TABLE}`);
    const requests = mock.requests().length;
    const never = leadOf('L-4', three);
    for (const lead of [...leads, never]) {
      await intake.take(lead, { signal: AbortSignal.abort() });
    }
    expect(mock.requests().length).toBe(requests);
    await query(statementFor(backupAt));
    await mock.clock.advance({ minutes: 1 });
    expect(byLead(await intake.resume())).toMatchObject([
      { leadId: 'L-1', decision: 'accept' },
      { leadId: 'L-2', decision: 'refuse' },
      { leadId: 'L-4', decision: 'accept' },
    ]);
    expect(await intake.get('L-3')).toMatchObject({
      decision: 'duplicate',
      firstLead: { source: '', leadId: 'L-1' },
    });
    expect(paid().length).toBe(before.length + 1);
    expect(await all(intake.orphans())).toEqual([]);
  });
});

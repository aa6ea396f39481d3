import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadDecision, Ledger } from '../../src/intake/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';
import { all, leadOf, leadWorld, OTHER_PHONE } from './support/lead-world.ts';

const TABLE = 'consent_evidence_leads';

/** Returns the only SQL statement of a guide. */
function statementOf(guide: string): string {
  const text = readFileSync(new URL(`../../docs/guides/${guide}`, import.meta.url), 'utf8');
  const [statement = '', ...others] = [...text.matchAll(/^ *```sql\n(.*?)^ *```/gms)].map(
    ([, sql = '']) => sql,
  );
  expect(others).toEqual([]);
  return statement;
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
    const since = mock.clock.now();
    expect(await query(statementOf('held-leads.md'))).toMatchObject([
      { lead_id: 'L-1', state: 'hold' },
      { lead_id: 'L-2', state: 'hold' },
    ]);
    await query(`CREATE TABLE backup AS SELECT * FROM ${TABLE}`);

    await mock.clock.advance({ minutes: 1 });
    const decisions = [{ leadId: 'L-1', decision: 'accept', cdrId: known }, { decision: 'refuse' }];
    expect(byLead(await intake.resume())).toMatchObject(decisions);
    const late = leadOf('L-3', await share(unknown));
    expect(await intake.take(late)).toMatchObject({ decision: 'accept', cdrId: unknown });

    await query(`DELETE FROM ${TABLE}`);
    await query(`INSERT INTO ${TABLE} SELECT * FROM backup`);
    await query(statementOf('lead-intake.md'));
    expect(byLead(await intake.resume())).toMatchObject(decisions);
    expect(await intake.take(late)).toMatchObject({ decision: 'duplicate', cdrId: unknown });
    const orphans = await all(intake.orphans({ since: since - 60_000 }));
    expect(orphans).toMatchObject([{ cdrId: unknown }]);
    expect(paid().sort()).toEqual([known, unknown].sort());
    expect(await query(statementOf('held-leads.md'))).toEqual([]);
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
    await query(statementOf('lead-intake.md'));
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

import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { LedgerError } from '../../src/intake/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { postgresInbox } from '../../src/webhooks/postgres.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

const TABLE = 'consent_evidence_leads';
const SHARE = `${TABLE}_share_sha256`;
const RECORD = `${TABLE}_cdr_id`;

let database: OwnDatabase | undefined;
let pool: Pool;
beforeAll(async () => {
  database = await newDatabase();
  if (database !== undefined) pool = new Pool(database.connection);
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});
beforeEach(async () => {
  if (database === undefined) return;
  await pool.query(`DROP TABLE IF EXISTS ${TABLE}`);
  await postgresLedger(pool).createTables();
});

/** What can be wrong with a table, as SQL, and the column whose index is then needed. */
const DAMAGED: readonly [string, string, string][] = [
  ['has no unique records', `DROP INDEX ${RECORD}`, 'cdr_id'],
  ['has no unique shares', `DROP INDEX ${SHARE}`, 'share_sha256'],
  ['has no unique leads', `ALTER TABLE ${TABLE} DROP CONSTRAINT ${TABLE}_pkey`, 'source, lead_id'],
  [
    'has an index of that name that is not unique',
    `DROP INDEX ${RECORD}; CREATE INDEX ${RECORD} ON ${TABLE} (cdr_id) WHERE state = 'accept'`,
    'cdr_id',
  ],
  [
    'has unique records of other rows',
    `DROP INDEX ${RECORD}; CREATE UNIQUE INDEX ${RECORD} ON ${TABLE} (cdr_id) WHERE state = 'hold'`,
    'cdr_id',
  ],
  [
    'has records that are unique with their lead',
    `DROP INDEX ${RECORD}; CREATE UNIQUE INDEX ${RECORD} ON ${TABLE} (cdr_id, lead_id) WHERE state = 'accept'`,
    'cdr_id',
  ],
  [
    'has unique records in another spelling',
    `DROP INDEX ${RECORD}; CREATE UNIQUE INDEX ${RECORD} ON ${TABLE} (lower(cdr_id)) WHERE state = 'accept'`,
    'cdr_id',
  ],
];
const NOT_VALID: [string, string, string] = [
  'has an index that could not be built',
  `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${RECORD}'::regclass`,
  'cdr_id',
];

describe('a ledger in Postgres whose table', () => {
  it.each([...DAMAGED, NOT_VALID])(
    '%s: sends nothing, says what to do, and continues once that is done',
    async (_what, damage, column) => {
      if (database === undefined) return;
      await pool.query(damage);
      const { intakeOf, capture, share, mock } = leadWorld();
      const ledger = postgresLedger(pool);
      const intake = intakeOf(ledger);
      const lead = leadOf('L-1', await share(capture()));
      const requests = mock.requests().length;
      for (const step of [
        () => intake.take(lead),
        () => intake.resume(),
        () => ledger.createTables(),
      ]) {
        const error = (await step().catch((thrown: unknown) => thrown)) as LedgerError;
        expect(error).toBeInstanceOf(LedgerError);
        expect(error).toMatchObject({ reason: 'not_whole', outcome: 'not_sent' });
        expect(error.message).toContain(`CREATE UNIQUE INDEX ON ${TABLE} (${column})`);
      }
      expect(mock.requests()).toHaveLength(requests);
      const [, remedy = ''] = /else (CREATE[^;]*);/.exec(await messageOf(intake.resume())) ?? [];
      await pool.query(remedy);
      expect(await intake.take(lead)).toMatchObject({ decision: 'accept' });
    },
  );

  it('is whole is looked at once, whatever its indexes are named', async () => {
    if (database === undefined) return;
    await pool.query(`ALTER INDEX ${RECORD} RENAME TO another_name`);
    let looks = 0;
    const watched = {
      query: (text: string, values?: (string | number | null)[]) => {
        looks += Number(text.includes('pg_index'));
        return pool.query(text, values);
      },
      connect: () => pool.connect(),
    };
    const { intakeOf, capture, share } = leadWorld();
    const intake = intakeOf(postgresLedger(watched));
    const leads = [leadOf('L-1', await share(capture())), leadOf('L-2', await share(capture()))];
    await Promise.all(leads.map((lead) => intake.take(lead)));
    await intake.resume();
    expect(looks).toBe(1);
  });
});

describe('a ledger in SQLite whose table', () => {
  // Opening it creates an index whose name is free.
  it.each(DAMAGED.filter(([, damage]) => damage.includes('CREATE')))(
    '%s: is not opened, and says what to do',
    (_what, damage, column) => {
      const own = new DatabaseSync(':memory:');
      sqliteLedger(own);
      own.exec(damage);
      const message = thrownBy(() => sqliteLedger(own));
      expect(message).toContain(`ON ${TABLE} (${column})`);
      const [, remedy = ''] = /run (CREATE[^;]*);/.exec(message) ?? [];
      own.exec(remedy);
      expect(() => sqliteLedger(own)).not.toThrow();
    },
  );

  it('has no unique leads: is not opened, and says what to do', () => {
    const own = new DatabaseSync(':memory:');
    sqliteLedger(own);
    own.exec(`CREATE TABLE copy AS SELECT * FROM ${TABLE}; DROP TABLE ${TABLE};
      ALTER TABLE copy RENAME TO ${TABLE}`);
    expect(thrownBy(() => sqliteLedger(own))).toContain(`ON ${TABLE} (source, lead_id)`);
  });
});

it('an inbox in Postgres without its unique index takes no record, and says what to do', async () => {
  if (database === undefined) return;
  const table = 'consent_evidence_inbox';
  const inbox = postgresInbox(pool, { enqueue: () => undefined });
  await inbox.createTables();
  await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`);
  const anew = postgresInbox(pool, { enqueue: () => undefined });
  const record = { cdrId: 'c1', domainId: 'a.example', via: 'webhook' } as const;
  for (const step of [() => anew.take(record), () => anew.createTables()]) {
    const error = await step().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(String(error)).toContain(`CREATE UNIQUE INDEX ON ${table} (cdr_id)`);
  }
});

describe('the SQL of a migration', () => {
  it.each([
    ['a ledger', (own: Pool) => postgresLedger(own).migrationSql],
    ['an inbox', (own: Pool) => postgresInbox(own, { enqueue: () => undefined }).migrationSql],
  ])(
    'of %s never fails where twenty run it at once, each commit by itself',
    async (_what, sqlOf) => {
      if (database === undefined) return;
      const many = new Pool({ ...database.connection, max: 20 });
      for (let round = 0; round < 5; round += 1) {
        await pool.query(
          `DROP TABLE IF EXISTS ${TABLE}, consent_evidence_inbox, consent_evidence_inbox_marks,
             consent_evidence_inbox_leases`,
        );
        // With an empty list of values, Postgres takes one statement only.
        const runs = Array.from({ length: 20 }, () => many.query(sqlOf(many), []));
        await expect(Promise.all(runs)).resolves.toHaveLength(20);
      }
      await many.end();
    },
  );
});

async function messageOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => '',
    (error: unknown) => `${(error as Error).message};`,
  );
}

function thrownBy(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(LedgerError);
    expect(error).toMatchObject({ reason: 'not_whole' });
    return (error as Error).message;
  }
  throw new Error('expected a LedgerError');
}

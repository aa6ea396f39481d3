import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ledger, LedgerError, memoryLedger } from '../../src/intake/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';
import { all, leadOf, leadWorld } from './support/lead-world.ts';

const TABLE = 'consent_evidence_leads';

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
beforeEach(async () => {
  await pool?.query(`DROP TABLE IF EXISTS ${TABLE}, ${TABLE}_about`);
});

/** Opens a ledger on the same leads again, each time it is called. */
const PLACES: readonly [string, () => Promise<(() => Ledger) | undefined>][] = [
  [
    'memory',
    async () => {
      const ledger = memoryLedger() as Ledger;
      return () => ledger;
    },
  ],
  [
    'SQLite',
    async () => {
      const database = new DatabaseSync(':memory:');
      return () => sqliteLedger(database) as Ledger;
    },
  ],
  [
    'Postgres',
    async () => {
      const own = pool;
      if (own === undefined) return undefined;
      await postgresLedger(own).createTables();
      return () => postgresLedger(own) as Ledger;
    },
  ],
];

describe.each(PLACES)('a ledger in %s of another account', (_, place) => {
  it('is refused by every call before anything is sent, and pays for no one else', async ({
    skip,
  }) => {
    const open = await place();
    if (open === undefined) return skip('no Postgres server');
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    mock.addFault({ operation: 'shares.receive', status: 503 });
    await intakeOf<unknown>(open(), { account: 'acme' }).take(
      leadOf('L-1', await share(capture())),
    );
    await mock.clock.advance({ minutes: 1 });
    const requests = mock.requests().length;
    for (const account of ['other brand', '', undefined]) {
      const other = intakeOf<unknown>(open(), { account });
      const link = await share(capture());
      const sent = mock.requests().length;
      const settled = { decision: 'refuse', reason: 'no', by: 'ann' } as const;
      for (const call of [
        () => other.take(leadOf('L-2', link)),
        () => other.resume(),
        () => other.get('L-1'),
        () => all(other.held()),
        () => all(other.decisions()),
        () => all(other.orphans()),
        () => other.report({ by: 'day' }),
        () => other.prune({ decidedBefore: 1 }),
        () => other.settle('L-1', settled),
      ]) {
        const error = await call().catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(LedgerError);
        expect(error).toMatchObject({ reason: 'other_account', outcome: 'not_sent' });
        expect((error as Error).message).toContain('the ledger of "acme"');
      }
      expect(mock.requests()).toHaveLength(sent);
    }
    expect(mock.requests().length).toBeGreaterThan(requests); // the shares alone
    expect(paid()).toEqual([]);
    expect(await intakeOf<unknown>(open(), { account: 'acme' }).resume()).toMatchObject([
      { leadId: 'L-1', decision: 'accept' },
    ]);
  });

  it('belongs to one of many that open it at once', async ({ skip }) => {
    const open = await place();
    if (open === undefined) return skip('no Postgres server');
    const accounts = ['a', 'b', 'c', 'd'];
    const opened = await Promise.allSettled(accounts.map((account) => open().open(account)));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

const CHANGES: readonly [string, string][] = [
  ['an older version', `UPDATE ${TABLE}_about SET version = 1`],
  ['a newer version', `UPDATE ${TABLE}_about SET version = 1000`],
  ['no version, for its row is gone', `DELETE FROM ${TABLE}_about`],
  ['no version, for its table is gone', `DROP TABLE ${TABLE}_about`],
];

describe.each(CHANGES)('a ledger of %s', (_, change) => {
  it('is refused in SQLite before anything is changed, and says what to do', () => {
    const database = new DatabaseSync(':memory:');
    sqliteLedger(database);
    database.exec(change);
    const before = database.prepare('SELECT sql FROM sqlite_master ORDER BY name').all();
    expect(() => sqliteLedger(database)).toThrow(LedgerError);
    expect(() => sqliteLedger(database)).toThrow('or another table');
    expect(database.prepare('SELECT sql FROM sqlite_master ORDER BY name').all()).toEqual(before);
  });

  it('is refused in Postgres before anything is sent, and says what to do', async ({ skip }) => {
    if (pool === undefined) return skip('no Postgres server');
    const ledger = postgresLedger(pool);
    await ledger.createTables();
    await pool.query(change);
    const { intakeOf, mock } = leadWorld();
    const error = await intakeOf(ledger)
      .take(leadOf('L-1', 'shr_1'))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: 'other_version', outcome: 'not_sent' });
    expect((error as Error).message).toContain('or another table');
    expect(mock.requests()).toEqual([]);
    // A migration that runs again does not call it its own.
    await pool.query(ledger.migrationSql);
    await expect(ledger.open('')).rejects.toMatchObject({ reason: 'other_version' });
  });
});

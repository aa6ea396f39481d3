import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { Pool } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { postgresStore } from '../../src/webhooks/postgres.ts';
import { sqliteStore } from '../../src/webhooks/sqlite.ts';
import { newDatabase } from './support/new-database.ts';

const database = await newDatabase();
const pool = new Pool({ ...database?.connection, max: 1 });

afterAll(async () => {
  await pool.end();
  await database?.drop();
});

const INSERT = 'INSERT INTO leads VALUES (1)';
/** What an effect may send. The first three are allowed, the others are not. */
const STATEMENTS = [
  INSERT,
  'SAVEPOINT mine',
  'RELEASE SAVEPOINT mine',
  'BEGIN',
  'COMMIT',
  'ROLLBACK',
];

const effects = fc.array(
  fc.record({ sql: fc.constantFrom(...STATEMENTS), swallowed: fc.boolean() }),
  { maxLength: 6 },
);
const lease = { leaseSeconds: 60, claimId: '1' };
const delivery = { webhookId: 'a', claimId: '1' };

/** What is checked for any effect, however it ended. */
interface Seen {
  readonly resolved: boolean;
  readonly claim: string;
  readonly ended: boolean;
  readonly rows: number;
  readonly inserted: number;
}

function judge({ resolved, claim, ended, rows, inserted }: Seen): void {
  expect(claim).toBe(resolved ? 'duplicate' : 'busy');
  if (ended) expect(resolved).toBe(false);
  else expect(rows).toBe(resolved ? inserted : 0);
}

describe('an effect that sends BEGIN, COMMIT or ROLLBACK', () => {
  it('completes nothing in SQLite, whatever else it sends and swallows', async () => {
    await fc.assert(
      fc.asyncProperty(effects, async (statements) => {
        const database = new DatabaseSync(':memory:');
        database.exec('CREATE TABLE leads (n)');
        const store = sqliteStore(database);
        await store.claim('a', lease);
        let ended = false;
        let inserted = 0;
        const effect = () => {
          for (const { sql, swallowed } of statements) {
            try {
              database.exec(sql);
              // SQLite itself rejects a BEGIN within a transaction, so nothing has ended.
              if (sql === 'COMMIT' || sql === 'ROLLBACK') ended = true;
              if (sql === INSERT) inserted += 1;
            } catch (error) {
              if (!swallowed) throw error;
            }
          }
        };
        const resolved = await store.transaction(delivery, effect).then(
          () => true,
          () => false,
        );
        const rows = database.prepare('SELECT 1 FROM leads').all().length;
        judge({ resolved, claim: await store.claim('a', lease), ended, rows, inserted });
        database.close();
      }),
      { numRuns: 300 },
    );
  });

  it.skipIf(database === undefined)(
    'completes nothing in Postgres, whatever else it sends and swallows',
    async () => {
      const store = postgresStore(pool);
      await store.createTable();
      await pool.query('CREATE TABLE leads (n int)');
      await fc.assert(
        fc.asyncProperty(effects, async (statements) => {
          await pool.query('TRUNCATE leads, consent_evidence_webhooks');
          await store.claim('a', lease);
          let ended = false;
          let inserted = 0;
          const run = store.transaction(delivery, async (client) => {
            for (const { sql, swallowed } of statements) {
              try {
                await client.query(sql);
                if (sql === 'COMMIT' || sql === 'ROLLBACK') ended = true;
                if (sql === INSERT) inserted += 1;
              } catch (error) {
                if (!swallowed) throw error;
              }
            }
          });
          const resolved = await run.then(
            () => true,
            () => false,
          );
          const { rowCount } = await pool.query('SELECT 1 FROM leads');
          const rows = rowCount ?? 0;
          judge({ resolved, claim: await store.claim('a', lease), ended, rows, inserted });
        }),
        { numRuns: 100 },
      );
    },
    30_000,
  );
});

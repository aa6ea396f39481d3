import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import type { InboxRecord, WebhookInbox } from '../../../src/webhooks/inbox/webhook-inbox.ts';
import { postgresInbox } from '../../../src/webhooks/postgres.ts';
import { prepareSqlite, sqliteInbox } from '../../../src/webhooks/sqlite.ts';
import { newDatabase } from '../../webhooks/support/new-database.ts';

/** What a test does in the transaction besides writing the job's row. */
export type Meddle = (record: InboxRecord, run: (sql: string) => unknown) => unknown;

/** An inbox with a table of jobs, as a company would have. */
export interface Place {
  readonly name: string;
  /** Opens a new connection, or pool, to the same tables. */
  open(meddle?: Meddle): Promise<WebhookInbox>;
  jobs(): Promise<string[]>;
  /** Empties all tables. */
  clear(): Promise<void>;
  end(): Promise<void>;
}

export function sqlitePlace(): Place {
  const directory = mkdtempSync(join(tmpdir(), 'inbox-'));
  const opened: DatabaseSync[] = [];
  const connect = (): DatabaseSync => {
    const database = new DatabaseSync(join(directory, 'jobs.db'));
    opened.push(database);
    prepareSqlite(database);
    return database;
  };
  const own = connect();
  own.exec('CREATE TABLE jobs (cdr_id TEXT, domain_id TEXT, via TEXT)');
  return {
    name: 'SQLite',
    async open(meddle) {
      return sqliteInbox(connect(), {
        enqueue(tx, record) {
          const { cdrId, domainId, via } = record;
          tx.prepare('INSERT INTO jobs VALUES (?, ?, ?)').all(cdrId, domainId ?? null, via);
          return meddle?.(record, (sql) => tx.exec(sql));
        },
      });
    },
    async jobs() {
      const rows = own.prepare('SELECT cdr_id FROM jobs ORDER BY cdr_id').all();
      return rows.map((row) => String(row['cdr_id']));
    },
    async clear() {
      const tables = own.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
      for (const { name } of tables) own.exec(`DELETE FROM ${String(name)}`);
    },
    async end() {
      for (const database of opened) database.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Returns `undefined`, and prints a line, if there is no server. */
export async function postgresPlace(): Promise<Place | undefined> {
  const database = await newDatabase();
  if (database === undefined) return undefined;
  const pools: Pool[] = [];
  const connect = (): Pool => {
    const pool = new Pool({ ...database.connection, max: 4 });
    pools.push(pool);
    return pool;
  };
  const own = connect();
  await own.query('CREATE TABLE jobs (cdr_id text, domain_id text, via text)');
  return {
    name: 'Postgres',
    async open(meddle) {
      const inbox = postgresInbox(connect(), {
        async enqueue(tx, record) {
          const { cdrId, domainId, via } = record;
          await tx.query('INSERT INTO jobs VALUES ($1, $2, $3)', [cdrId, domainId ?? null, via]);
          await meddle?.(record, (sql) => tx.query(sql));
        },
      });
      await inbox.createTables();
      return inbox;
    },
    async jobs() {
      const { rows } = await own.query<{ cdr_id: string }>('SELECT cdr_id FROM jobs ORDER BY 1');
      return rows.map(({ cdr_id }) => cdr_id);
    },
    async clear() {
      const { rows } = await own.query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
      );
      await own.query(rows.map(({ name }) => `TRUNCATE ${name}`).join('; '));
    },
    async end() {
      await Promise.all(pools.map((pool) => pool.end()));
      await database.drop();
    },
  };
}

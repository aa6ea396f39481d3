import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import type { Ledger } from '../../../src/intake/ledger.ts';
import { postgresLedger } from '../../../src/intake/postgres.ts';
import { sqliteLedger } from '../../../src/intake/sqlite.ts';
import { PostgresTroubles } from '../../webhooks/kill/postgres-troubles.ts';
import { startPostgres } from '../../webhooks/support/postgres-server.ts';
import type { ProcessSettings } from './intake-process.ts';

/** What is checked at the end. */
export interface OpenedPlace {
  readonly ledger: Ledger;
  /** Returns what `onDecision` was told, each as often as it has a durable row. */
  told(): Promise<string[]>;
  /** Returns everything in the storage, as text. */
  text(): Promise<string>;
}

/** Where the processes keep their leads. */
export interface LedgerPlace {
  readonly settings: ProcessSettings['ledger'];
  /** Ends a connection, or crashes the server. SQLite has neither. */
  readonly trouble?: (kind: 'cut' | 'crash') => Promise<void>;
  open(): Promise<OpenedPlace>;
  end(): Promise<void>;
}

/** Makes a ledger in a file on this machine. */
export function sqlitePlace(): LedgerPlace {
  const directory = mkdtempSync(join(tmpdir(), 'intake-kill-'));
  const path = join(directory, 'leads.db');
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE told (what TEXT)');
  database.close();
  let ledger: ReturnType<typeof sqliteLedger> | undefined;
  return {
    settings: { path },
    async open() {
      ledger = sqliteLedger(path);
      return {
        ledger: ledger as Ledger,
        told: async () => {
          const own = new DatabaseSync(path);
          const rows = own.prepare('SELECT what FROM told').all();
          own.close();
          return rows.map((row) => String(row['what']));
        },
        text: async () =>
          readdirSync(directory)
            .map((name) => readFileSync(join(directory, name), 'latin1'))
            .join('\n'),
      };
    },
    async end() {
      ledger?.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Starts a Postgres of its own. Prints a line and returns `undefined` if none is installed. */
export async function postgresPlace(): Promise<LedgerPlace | undefined> {
  // A commit that does not wait for the disk stays in memory until long after the next crash.
  const server = await startPostgres('wal_writer_delay=10s');
  if (server === undefined) return undefined;
  const troubles = new PostgresTroubles(server, [], Math.random);
  await troubles.setUp(async (pool) => {
    await pool.query('CREATE TABLE told (what text)');
    await postgresLedger(pool).createTables();
  });
  let pool: Pool | undefined;
  return {
    settings: { connection: { ...server.connection, user: 'receiver' } },
    trouble: (kind) => troubles.make(kind),
    async open() {
      pool = new Pool(server.connection);
      return {
        ledger: postgresLedger(pool) as Ledger,
        told: async () =>
          (await troubles.query('SELECT what FROM told')).map((row) => String(row['what'])),
        text: async () =>
          JSON.stringify(await troubles.query('SELECT * FROM consent_evidence_leads')),
      };
    },
    async end() {
      await pool?.end();
      await troubles.end();
      await server.stop();
    },
  };
}

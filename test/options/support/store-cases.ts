import { vi } from 'vitest';
import {
  type PostgresLedgerOptions,
  type PostgresPool,
  postgresLedger,
} from '../../../src/intake/postgres.ts';
import { type SqliteLedgerOptions, sqliteLedger } from '../../../src/intake/sqlite.ts';
import type { WebhookStore } from '../../../src/webhooks/index.ts';
import {
  type PostgresInboxOptions,
  type PostgresStoreOptions,
  postgresInbox,
  postgresStore,
} from '../../../src/webhooks/postgres.ts';
import {
  type SqliteInboxOptions,
  type SqliteStoreOptions,
  sqliteInbox,
  sqliteStore,
} from '../../../src/webhooks/sqlite.ts';
import { settle } from '../../webhooks/support/handler-under-test.ts';
import { caseOf, type OptionCase } from './option-case.ts';
import { notedBy, noting } from './webhook-cases.ts';

/** A database that notes what it runs, and deletes nothing. */
function watched() {
  const ran: unknown[] = [];
  const run = (sql: string, values: unknown = []): object[] => {
    ran.push([sql, values]);
    if (String(sql).includes('DELETE')) throw new Error('no such privilege');
    return [{}];
  };
  const prepare = (sql: string) => ({ all: (...values: unknown[]) => run(sql, values) });
  const sqlite = { exec: (sql: string) => void run(sql), prepare };
  const query = async (sql: string, values?: unknown[]) => ({ rows: run(sql, values) });
  const connect = () => Promise.reject(new Error('not here'));
  const pool: PostgresPool = { query, connect, totalCount: 0 };
  return { ran, sqlite, pool };
}

async function claimed(store: WebhookStore, onSweepError: unknown): Promise<unknown> {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  await store.claim('wh_1', { leaseSeconds: 25, claimId: 'claim_1' });
  await store.complete('wh_1', { claimId: 'claim_1' });
  await settle();
  warned.mockRestore();
  return notedBy(onSweepError);
}

const storeOptions = () => ({
  ...{ table: 'own_ids', retentionSeconds: 7_200, now: () => 1_700_000_000_000 },
  onSweepError: noting(undefined),
});

/** Seen by its refusal alone, because what it limits is real time. */
const wait = () => ({ busyTimeoutMs: -1 });

/** The stores, inboxes and ledgers on a database. */
export const STORE_CASES: readonly OptionCase[] = [
  caseOf<SqliteStoreOptions, 'busyTimeoutMs'>(
    'SqliteStoreOptions',
    'sqliteStore',
    storeOptions,
    async (options) => {
      const { sqlite, ran } = watched();
      return [await claimed(sqliteStore(sqlite, options), options.onSweepError), ran];
    },
  ),
  caseOf<PostgresStoreOptions>(
    'PostgresStoreOptions',
    'postgresStore',
    storeOptions,
    async (options) => {
      const { pool, ran } = watched();
      return [await claimed(postgresStore(pool, options), options.onSweepError), ran];
    },
  ),
  caseOf<Pick<SqliteStoreOptions, 'busyTimeoutMs'>>(
    'SqliteStoreOptions',
    'sqliteStore, its wait',
    wait,
    (options) => void sqliteStore(watched().sqlite, options),
  ),
  caseOf<SqliteInboxOptions, 'busyTimeoutMs'>(
    'SqliteInboxOptions',
    'sqliteInbox',
    () => ({ enqueue: noting(undefined), table: 'own_inbox' }),
    async (options) => {
      const { sqlite, ran } = watched();
      const inbox = sqliteInbox(sqlite, options);
      await inbox.take({ cdrId: 'cdr_1', domainId: 'a.example', via: 'webhook' });
      return ran;
    },
  ),
  caseOf<SqliteInboxOptions, 'table'>(
    'SqliteInboxOptions',
    'sqliteInbox, its wait',
    () => ({ ...wait(), enqueue: noting(undefined) }),
    (options) => void sqliteInbox(watched().sqlite, options),
    ['enqueue'],
  ),
  caseOf<PostgresInboxOptions>(
    'PostgresInboxOptions',
    'postgresInbox',
    () => ({ enqueue: noting(undefined), table: 'own.inbox', namedStatements: false }),
    async (options) => {
      const { pool, ran } = watched();
      await postgresInbox(pool, options).known(['cdr_1']);
      return ran;
    },
  ),
  caseOf<SqliteLedgerOptions, 'busyTimeoutMs'>(
    'SqliteLedgerOptions',
    'sqliteLedger',
    () => ({ table: 'own_leads' }),
    (options) => {
      const { sqlite, ran } = watched();
      sqliteLedger(sqlite, options);
      return ran;
    },
  ),
  caseOf<Pick<SqliteLedgerOptions, 'busyTimeoutMs'>>(
    'SqliteLedgerOptions',
    'sqliteLedger, its wait',
    wait,
    (options) => void sqliteLedger(watched().sqlite, options),
  ),
  caseOf<PostgresLedgerOptions>(
    'PostgresLedgerOptions',
    'postgresLedger',
    () => ({ table: 'own.leads', namedStatements: false }),
    async (options) => {
      const { pool, ran } = watched();
      await postgresLedger(pool, options)
        .get({ source: '', leadId: 'L-1' })
        .catch(() => undefined); // its row is none
      return ran;
    },
  ),
];

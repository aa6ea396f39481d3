import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { sqliteInbox } from '../../src/webhooks/sqlite.ts';

const ROWS = 10_000;

/** Leads of every kind; SQLite plans for their statistics, not for their number. */
const fill = `
  INSERT INTO consent_evidence_leads (source, lead_id, share_sha256, owns_share, phone_digest, state,
    version, in_hand, in_doubt, only_if_paid, due_at, held_since, decided_at, attempts, cdr_id,
    may_be_charged, reasons, request_ids, pruned)
  WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${ROWS})
  SELECT '', 'L-' || n, randomblob(32), 1, zeroblob(32),
    CASE n % 3 WHEN 0 THEN 'hold' WHEN 1 THEN 'accept' ELSE 'refuse' END, 1, 0, 0, 0,
    CASE n % 3 WHEN 0 THEN n END, n, CASE n % 3 WHEN 0 THEN NULL ELSE n END, 1, 'cdr_' || n,
    0, '[]', '[]', n % 2
  FROM counted`;

it.each([
  ['before statistics', ''],
  ['with the statistics of a full table', 'ANALYZE'],
])(
  'each statement of a ledger and an inbox in SQLite finds its rows by an index, %s',
  (_, more) => {
    const database = new DatabaseSync(':memory:');
    const own = { exec: database.exec.bind(database), prepare: database.prepare.bind(database) };
    sqliteLedger(own);
    database.exec(`${fill}; ${more}`);
    const texts: string[] = [];
    const noting = {
      exec: own.exec,
      prepare: (sql: string) => {
        texts.push(sql);
        return database.prepare(sql);
      },
    };
    sqliteLedger(noting);
    sqliteInbox(noting, { enqueue: () => undefined });
    const hot = texts.filter(
      (sql) => /consent_evidence_(?:leads|inbox)\b/.test(sql) && !/PRAGMA|sqlite_master/.test(sql),
    );
    expect(hot.length).toBeGreaterThan(10);
    for (const sql of hot) {
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
      const scans = steps
        .map(({ detail }) => detail)
        .filter((detail) => /^SCAN consent_evidence|TEMP B-TREE/.test(detail));
      expect(scans, sql).toEqual([]);
    }
  },
);

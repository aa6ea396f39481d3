import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LeadIntake } from '../../src/intake/index.ts';
import { type PostgresPool, postgresLedger } from '../../src/intake/postgres.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';
import { leadWorld } from './support/lead-world.ts';

const LEADS = 3_000;

let database: OwnDatabase | undefined;
let pool: Pool;
beforeAll(async () => {
  database = await newDatabase();
  if (database !== undefined) pool = new Pool({ ...database.connection, max: 3 });
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Returns how many pages of the database a statement reads; what it writes is taken back. */
async function pagesOf({ text, values }: Statement): Promise<number> {
  const client = await pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }?] }>(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
    values,
  );
  await client.query('ROLLBACK');
  client.release();
  const Plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
  return (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0);
}

/** A pool that measures the first lease and that of the last lead. */
function measuring() {
  const pages: number[] = [];
  let leases = 0;
  const measured: PostgresPool = {
    totalCount: 1,
    connect: () => pool.connect(),
    query: async (statement, values) => {
      const given = statement as unknown as Statement;
      if (String(given.text).includes('SKIP LOCKED')) {
        leases += 1;
        if (leases === 1 || leases === LEADS) pages.push(await pagesOf(given));
      }
      return pool.query<object>(statement, values);
    },
  };
  return { measured, pages, leases: () => leases };
}

/** Decided leads that were not told yet: each is one lease and one save, without a request. */
const untold = (due: string): string => `
  INSERT INTO consent_evidence_leads (source, lead_id, share_sha256, owns_share, phone_digest, state,
    version, in_hand, in_doubt, only_if_paid, due_at, held_since, decided_at, attempts,
    may_be_charged, reasons, request_ids, pruned)
  SELECT '', 'L-' || n, sha256(n::text::bytea), true, '', 'refuse', 1, false, false, false,
    ${due}, 1, 1, 1, false, '[]', '[]', false
  FROM generate_series(1, ${LEADS}) n`;

type Drain = (intake: LeadIntake) => Promise<number>;

const byResume: Drain = async (intake) =>
  (await intake.resume({ limit: LEADS, concurrency: 1 })).length;

const byWork: Drain = async (intake) => {
  const stop = new AbortController();
  let answers = 0;
  const onAnswer = (): void => {
    answers += 1;
    if (answers === LEADS) stop.abort();
  };
  await intake.work({ signal: stop.signal, concurrency: 1, onAnswer });
  return answers;
};

describe('with an old snapshot open elsewhere, as of a dump', () => {
  beforeEach(async () => {
    await pool?.query('DROP TABLE IF EXISTS consent_evidence_leads, consent_evidence_leads_about');
  });

  it.each<[string, string, string, Drain]>([
    ['resume', 'one after the other', '1000 + n', byResume],
    ['work', 'one after the other', '1000 + n', byWork],
    ['resume', 'all at once', '1000', byResume],
    ['work', 'all at once', '1000', byWork],
  ])(
    '%s reads few pages for the last of many leads too that were due %s',
    async (_, __, due, drain) => {
      if (database === undefined) return;
      const { measured, pages, leases } = measuring();
      const ledger = postgresLedger(measured);
      await ledger.createTables();
      await pool.query(`${untold(due)}; ANALYZE consent_evidence_leads`);
      const reader = await pool.connect();
      await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await reader.query('SELECT count(*) FROM consent_evidence_leads');
      const { intakeOf } = leadWorld();
      expect(await drain(intakeOf(ledger) as LeadIntake)).toBe(LEADS);
      await reader.query('ROLLBACK');
      reader.release();
      expect(leases()).toBeGreaterThanOrEqual(LEADS);
      const [first = 0, last = Infinity] = pages;
      expect(first).toBeGreaterThan(0);
      expect(last).toBeLessThanOrEqual(3 * first);
    },
    60_000,
  );
});

import { escapeLiteral, Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { postgresInbox, postgresStore } from '../../src/webhooks/postgres.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';

const ROWS = 10_000;
/** As many as a statement may name at once, and some more. */
const READ_MOST = 200;
const NOW = 1_767_614_400_000;

let database: OwnDatabase | undefined;
let pool: Pool;
beforeAll(async () => {
  database = await newDatabase();
  if (database === undefined) return;
  pool = new Pool({ ...database.connection, max: 1 });
  await postgresLedger(pool).createTables();
  await postgresInbox(pool, { enqueue: () => undefined }).createTables();
  await postgresStore(pool).createTable();
  // The statistics of a quiet day, on which no lead waits, and then an outage: the server collects
  // new ones only after a tenth of a table has changed.
  await pool.query(`
    ${leads('decided', 'accept')}; ${leads('plain', 'refuse')};
    INSERT INTO consent_evidence_inbox (cdr_id, via)
      SELECT 'cdr_' || n, 'webhook' FROM generate_series(1, ${10 * ROWS}) n;
    INSERT INTO consent_evidence_webhooks
      SELECT 'w-' || n, 'c', true, now(), now() + interval '1 day' FROM generate_series(1, ${ROWS}) n;
    ANALYZE; ${leads('held', 'hold')}`);
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

function leads(name: string, state: 'accept' | 'refuse' | 'hold'): string {
  const [due, decided] = state === 'hold' ? [`${NOW} + n`, 'NULL'] : ['NULL', '1'];
  const cdrId = state === 'accept' ? `'cdr_' || n` : 'NULL';
  return `INSERT INTO consent_evidence_leads (source, may_be_charged, only_if_paid, pruned, lead_id, share_sha256, owns_share, phone_digest, state,
      version, in_hand, in_doubt, due_at, held_since, decided_at, attempts, cdr_id, reasons, request_ids,
      share_url, phone, criteria)
    SELECT '', false, false, false, '${name}-' || n, sha256(('${name}-' || n)::bytea), true, '', '${state}',
      1, false, false, ${due}, 1, ${decided}, 1, ${cdrId}, '[]', '[]',
      'shr_1', '(212) 555-0147', '{}'
    FROM generate_series(1, ${ROWS}) n`;
}

type Asked = [text: string, values: unknown[]];
type Sent = [statement: string | { text: string; values: unknown[] }, values: unknown[]];

let asked: Asked[] = [];
let listeningPool: Pool | undefined;

/** The pool, of which each statement is noted: one for all tests, because each user of it listens. */
function listening(): Pool {
  listeningPool ??= new Proxy(pool, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key, target) as unknown;
      return (...[statement, values]: Sent) => {
        if (typeof statement === 'string') asked.push([statement, values]);
        else asked.push([statement.text, statement.values]);
        return target.query<object>(statement as string, values);
      };
    },
  });
  return listeningPool;
}

/** Calls `use` with the pool, and returns the statements that it sent. */
async function askedBy(use: (pool: Pool) => Promise<unknown>): Promise<Asked[]> {
  asked = [];
  await use(listening());
  return asked;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** How a statement is planned: for its values, or, as a named one may be, for any. */
const PLANS: Readonly<Record<string, (asked: Asked) => Promise<readonly object[]>>> = {
  custom: async ([text, values]) => {
    const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`;
    return (await pool.query<object>(explain, values)).rows;
  },
  generic: async ([text, values]) => {
    const given = values.map((value) => (value === null ? 'NULL' : escapeLiteral(String(value))));
    const list = given.length === 0 ? '' : `(${given.join(', ')})`;
    await pool.query('DEALLOCATE ALL; SET LOCAL plan_cache_mode = force_generic_plan');
    await pool.query(`PREPARE asked AS ${text}`);
    const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE asked ${list}`;
    return (await pool.query<object>(explain)).rows;
  },
};

/** Returns the most rows that any step of the statement reads. */
async function mostRead(asked: Asked, plan: keyof typeof PLANS): Promise<number> {
  await pool.query('BEGIN');
  const rows = (await PLANS[plan]?.(asked)) as { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
  await pool.query('ROLLBACK');
  const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
  return Math.max(
    ...nodes.map((each) => each['Actual Rows'] + (each['Rows Removed by Filter'] ?? 0)),
  );
}

const ids = Array.from({ length: 100 }, (_, index) => `cdr_${index * 90}`);
const dueBy = NOW + ROWS;

it.each<[string, (pool: Pool) => Promise<unknown>]>([
  ['a lead', (own) => postgresLedger(own).get({ source: '', leadId: 'held-1' })],
  [
    'the next lead',
    (own) => postgresLedger(own).lease({ dueBy, now: dueBy, until: dueBy, limit: 1 }),
  ],
  [
    'one lead',
    (own) => {
      const lead = { source: '', leadId: 'held-9000' };
      return postgresLedger(own).lease({ dueBy, now: dueBy, lead, until: dueBy, limit: 1 });
    },
  ],
  ['accepted records', (own) => postgresLedger(own).acceptedRecords(ids)],
  [
    'a new lead',
    async (own) => {
      const ledger = postgresLedger(own);
      const entry = await ledger.get({ source: '', leadId: 'held-1' });
      if (entry === undefined) throw new Error('no such lead');
      await ledger.add({ ...entry, leadId: 'new-1' });
      await ledger.save({ ...entry, version: 9 });
      await ledger.save({ ...entry, version: 2, state: 'accept', cdrId: 'cdr_1' });
    },
  ],
  [
    'the first pages of both lists',
    async (own) => {
      const ledger = postgresLedger(own);
      for (const decided of [true, false]) {
        const query = { decided, from: 0, to: dueBy, limit: 100 };
        const { next: after } = await ledger.list(query);
        await ledger.list({ ...query, after });
      }
    },
  ],
  [
    'a batch to prune, and one to delete',
    async (own) => {
      const ledger = postgresLedger(own);
      const query = { decidedBefore: 2, recordGoneBefore: 0, limit: 50 };
      await ledger.prune({ ...query, shareGoneBefore: 0 });
      await ledger.prune({ ...query, shareGoneBefore: 2 });
    },
  ],
  ['when the next lead is due', (own) => postgresLedger(own).nextDue()],
  ['records of the inbox', (own) => postgresInbox(own, { enqueue: () => undefined }).known(ids)],
  [
    'a webhook',
    async (own) => {
      const store = postgresStore(own);
      await store.claim('w-new', { leaseSeconds: 25, claimId: 'c' });
      await store.complete('w-new', { claimId: 'c' });
      await store.release('w-1', { claimId: 'c' });
      await store.claim('w-2', { leaseSeconds: 25, claimId: 'd' });
    },
  ],
])('reads a few rows for %s, where many more wait than the statistics know of', async (_, use) => {
  if (database === undefined) return;
  const statements = await askedBy(use);
  expect(statements).not.toEqual([]);
  for (const [each, plan] of statements.flatMap((one) =>
    Object.keys(PLANS).map((name) => [one, name] as const),
  )) {
    // A statement that a unique index refuses has found the row at once.
    const read = await mostRead(each, plan).catch(async (error: unknown) => {
      await pool.query('ROLLBACK');
      expect(error).toMatchObject({ code: '23505' });
      return 1;
    });
    expect(read, `${plan}: ${each[0]}`).toBeLessThanOrEqual(READ_MOST);
  }
});

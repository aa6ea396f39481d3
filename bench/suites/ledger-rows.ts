import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import type * as Intake from '../../src/intake/index.ts';
import type * as IntakePostgres from '../../src/intake/postgres.ts';
import { startPostgres } from '../../test/webhooks/support/postgres-server.ts';
import { acceptedEntry, fillSql, NOW, newEntry } from '../fixtures/ledger-entry.ts';
import { load } from '../harness/peers.ts';
import type { Row } from '../harness/row.ts';
import { ratioOf, spreadOf } from '../harness/statistics.ts';
import type { Suite } from '../harness/suite.ts';

const ROUNDS = 45;
const WARM_UP_ROUNDS = 10;
const LEADS = 50;
/** How many leads a lease of the pass takes. */
const WORKERS = 4;
/** How many leads are leased one after the other beside an old snapshot. */
const DRAINED = 3_000;

/** What a pool was asked last, and how often. */
interface Counted {
  readonly pool: Pool;
  asked: number;
  last: { readonly text: string; readonly values: unknown[] };
}

interface Place {
  readonly ledger: Intake.Ledger;
  readonly counted: Counted;
  /** The server's process behind the only connection. */
  readonly pid: number;
}

async function placeOf(table: string, connection: object, namedStatements = true): Promise<Place> {
  const { postgresLedger } = await load<typeof IntakePostgres>('consent-evidence/intake/postgres');
  const { Pool: PgPool } = await import('pg');
  const counted: Counted = {
    // One connection for all rounds: its process is what is measured.
    pool: new PgPool({ ...connection, max: 1, idleTimeoutMillis: 0 }),
    asked: 0,
    last: { text: '', values: [] },
  };
  const query = async (statement: unknown, values: unknown[] = []) => {
    counted.asked += 1;
    counted.last =
      typeof statement === 'string' ? { text: statement, values } : (statement as never);
    return counted.pool.query<object>(statement as string, values);
  };
  const own = { query, connect: () => counted.pool.connect(), totalCount: 1 };
  const ledger = postgresLedger(own as never, { table, namedStatements });
  await ledger.createTables();
  await ledger.open('');
  const { rows } = await counted.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return { ledger: ledger as Intake.Ledger, counted, pid: rows[0]?.pid ?? 0 };
}

/** CPU time of a process of this machine so far, in microseconds. */
const cpuOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;

async function walOf({ counted }: Place): Promise<number> {
  const sql = `SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`;
  const { rows } = await counted.pool.query<{ bytes: string }>(sql);
  return Number(rows[0]?.bytes);
}

type Work = (ledger: Intake.Ledger, leads: number) => Promise<void>;

/** What a `take` asks of the ledger, beside its one receive. */
const taking: Work = async (ledger, leads) => {
  for (let lead = 0; lead < leads; lead += 1) {
    const entry = newEntry();
    await ledger.add(entry);
    await ledger.save(acceptedEntry(entry));
  }
};

/** What a pass asks: a lease for all workers that are free, and each lead's save. */
const passing: Work = async (ledger, leads) => {
  const query = { dueBy: NOW, now: NOW, until: NOW + 60_000, limit: WORKERS };
  let next: string | undefined;
  for (let left = leads; left > 0; ) {
    const page = await ledger.lease({ ...query, after: next });
    for (const entry of page.entries) await ledger.save(acceptedEntry(entry));
    next = page.next;
    left -= page.entries.length;
    if (page.entries.length === 0) throw new Error('nothing is due');
  }
};

const makeDue: Work = async (ledger, leads) => {
  for (let lead = 0; lead < leads; lead += 1) {
    await ledger.add(
      newEntry({ state: 'hold', inHand: false, code: 'CDR_PENDING', dueAt: NOW - 1 }),
    );
  }
};

interface Cost {
  readonly wall: number;
  readonly server: number;
  readonly node: number;
  readonly asked: number;
  readonly wal: number;
}

async function costOf(place: Place, work: Work, leads: number): Promise<Cost> {
  const [wal, server, node] = [await walOf(place), cpuOf(place.pid), process.cpuUsage()];
  const [asked, began] = [place.counted.asked, performance.now()];
  await work(place.ledger, leads);
  const wall = (performance.now() - began) * 1000;
  const { user, system } = process.cpuUsage(node);
  return {
    wall: wall / leads,
    server: (cpuOf(place.pid) - server) / leads,
    node: (user + system) / leads,
    asked: (place.counted.asked - asked) / leads,
    wal: ((await walOf(place)) - wal) / leads,
  };
}

type Places = Readonly<Record<string, Place>>;

/** Runs one round at each place in every turn; the first place counts as 1. */
async function turns(places: Places, work: Work, prepare: Work, isSmoke: boolean) {
  const costs = new Map(Object.keys(places).map((name) => [name, [] as Cost[]]));
  const [first, rounds] = isSmoke ? [0, 1] : [-WARM_UP_ROUNDS, ROUNDS];
  for (let turn = first; turn < rounds; turn += 1) {
    for (const [name, place] of Object.entries(places)) {
      await prepare(place.ledger, LEADS);
      const cost = await costOf(place, work, LEADS);
      if (turn >= 0) costs.get(name)?.push(cost);
    }
  }
  return costs;
}

const FIGURES: readonly (readonly [keyof Cost, string, Row['unit']])[] = [
  ['wall', 'time of a lead', 'µs'],
  ['server', 'the server’s CPU time of a lead', 'µs'],
  ['node', 'this process’s CPU time of a lead', 'µs'],
  ['asked', 'statements of a lead, each a commit', 'statements'],
  ['wal', 'write-ahead log of a lead', 'bytes'],
];

type Limits = { readonly [Figure in keyof Cost]?: number };

function rowsOf(title: string, costs: Map<string, Cost[]>, limits: Limits): Row[] {
  const [base = []] = costs.values();
  return FIGURES.flatMap(([figure, what, unit]) =>
    [...costs].map(([subject, list], index): Row => {
      const limit = limits[figure];
      const values = list.map((cost) => cost[figure]);
      return {
        measure: `${title}: ${what}`,
        subject,
        value: spreadOf(values),
        unit,
        ratio: ratioOf(
          values,
          base.map((cost) => cost[figure]),
        ),
        ...(limit !== undefined && index > 0 && { limit }),
      };
    }),
  );
}

async function pagesOf({ pool }: Counted, { text, values }: Counted['last']): Promise<number> {
  await pool.query('BEGIN');
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
    values,
  );
  await pool.query('ROLLBACK');
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
}

/** The pages that the first and the last lease read of many, with an old snapshot open elsewhere. */
async function drainRows(place: Place, reader: Pool, isSmoke: boolean): Promise<Row[]> {
  const leads = isSmoke ? LEADS : DRAINED;
  await makeDue(place.ledger, leads);
  const snapshot = await reader.connect();
  await snapshot.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT txid_current_snapshot()');
  const query = { dueBy: NOW, now: NOW, until: NOW + 60_000, limit: 1 };
  const pages: number[] = [];
  let after: string | undefined;
  for (let lead = 1; lead <= leads; lead += 1) {
    ({ next: after } = await place.ledger.lease({ ...query, after }));
    // The same statement again, taken back, reads what the next one will.
    if (lead === 1 || lead === leads) pages.push(await pagesOf(place.counted, place.counted.last));
  }
  await snapshot.query('ROLLBACK');
  snapshot.release();
  const [first = 0] = pages;
  return ['first', 'last'].map((which, index): Row => {
    const value = pages[index] ?? Number.NaN;
    return {
      measure: `leases with an old snapshot open elsewhere, ${leads.toLocaleString('en-US')} of them`,
      subject: `the ${which} one`,
      value: spreadOf([value]),
      unit: 'pages',
      ratio: spreadOf([value / first]),
      ...(index > 0 && { limit: 3 }),
    };
  });
}

const nothing: Work = async () => undefined;

export const suite: Suite = {
  title: 'A ledger of many leads',
  about:
    'Postgres on this machine, with 1 GB of its own cache, one connection, and commits that wait for ' +
    'the disk. What the ledger costs of a `take` without `onDecision`, and of a pass over leads that ' +
    'are due, four leased at a time: an empty table counts as 1 beside a full one in the same server. ' +
    'Ids and shares are random. Statements by name are beside the same ones as plain texts.',
  run: async ({ smoke, rows: wanted, skipped }) => {
    const server = await startPostgres(
      'fsync=on',
      'shared_buffers=1GB',
      'max_wal_size=8GB',
      'maintenance_work_mem=512MB',
    );
    if (server === undefined) {
      skipped('a ledger in Postgres', 'no Postgres is installed here');
      return [];
    }
    const rows = smoke ? 1_000 : wanted;
    const { connection } = server;
    const { Pool: PgPool } = await import('pg');
    const admin = new PgPool({ ...connection, max: 2 });
    const pools: Pool[] = [admin];
    const open = async (table: string, isNamed = true): Promise<Place> => {
      const place = await placeOf(table, connection, isNamed);
      pools.push(place.counted.pool);
      return place;
    };
    try {
      const { postgresLedger } = await load<typeof IntakePostgres>(
        'consent-evidence/intake/postgres',
      );
      const filled = postgresLedger(admin, { table: 'leads_full' });
      await filled.createTables();
      await admin.query(fillSql('leads_full', rows, filled.migrationSql));
      await admin.query('CHECKPOINT');
      const full = await open('leads_full');
      const many = `${rows.toLocaleString('en-US')} leads`;
      const sizes: Places = { 'an empty table': await open('leads_empty'), [many]: full };
      const names: Places = {
        'as plain texts': await open('leads_plain', false),
        'by name': await open('leads_named'),
      };
      return [
        ...rowsOf('take', await turns(sizes, taking, nothing, smoke), { wall: 1.2, server: 2 }),
        ...rowsOf('a pass', await turns(sizes, passing, makeDue, smoke), { wall: 1.2, server: 2 }),
        ...rowsOf('statements of a take', await turns(names, taking, nothing, smoke), {
          server: 0.5,
        }),
        ...(await drainRows(full, admin, smoke)),
      ];
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
      await server.stop();
    }
  },
};

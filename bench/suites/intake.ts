import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as Sdk from '../../src/index.ts';
import type * as Intake from '../../src/intake/index.ts';
import type * as IntakePostgres from '../../src/intake/postgres.ts';
import type * as IntakeSqlite from '../../src/intake/sqlite.ts';
import { startPostgres } from '../../test/webhooks/support/postgres-server.ts';
import { Child } from '../harness/child.ts';
import { interleave } from '../harness/interleave.ts';
import type { Measure, Run } from '../harness/measure.ts';
import { load } from '../harness/peers.ts';
import type { Row } from '../harness/row.ts';
import { BENCH } from '../harness/stage.ts';
import type { Plan, Suite } from '../harness/suite.ts';

const PHONE = '(212) 555-0147';
const BASE = 'shares.receive';
const OPERATIONS = 20;
const ROUNDS = 15;
/** More rounds than will run, including the uncounted ones. */
const LINK_ROUNDS = ROUNDS + 10;

/** What a subject reads from the file that it is given. */
interface Place {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly folder: string;
  /** Share URLs of records that no one has received, separate for each subject. */
  readonly links: Readonly<Record<string, readonly string[]>>;
  /** How to reach Postgres, if there is one. */
  readonly connection?: object | undefined;
}

const criteria = {
  schemaVersion: 1,
  record: { maxAgeSeconds: 86_400 },
  disclosure: { requireAllCheckboxesAffirmed: true },
} as const;

function readPlace(file: string): Place {
  return JSON.parse(readFileSync(file, 'utf8')) as Place;
}

async function clientAt({ baseUrl, apiKey }: Place, fetch?: Sdk.FetchLike) {
  const { ConsentEvidence } = await load<typeof Sdk>('consent-evidence');
  return new ConsentEvidence({ baseUrl, apiKey, validateReplies: 'throw', fetch });
}

/** Runs each operation with a link of its own. */
function eachLink(links: readonly string[] = [], work: (link: string) => Promise<unknown>): Run {
  let used = 0;
  return async (operations) => {
    for (let index = 0; index < operations; index += 1) {
      const link = links[(used += 1) - 1];
      if (link === undefined) throw new Error('there are no more links');
      await work(link);
    }
  };
}

async function bare(file: string): Promise<Run> {
  const place = readPlace(file);
  const { shares } = await clientAt(place);
  const acceptance = { ...criteria, leadMatch: { phone: PHONE } };
  return eachLink(place.links[BASE], (link) => shares.receive(link, { acceptance }));
}

/** Measures what the disk alone costs: the receive between two durable commits of one small row. */
async function bareCommits(file: string, subject: string): Promise<Run> {
  const place = readPlace(file);
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path.join(place.folder, `bare-${process.pid}.db`));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE leads (id INTEGER PRIMARY KEY, state TEXT NOT NULL)');
  const add = database.prepare("INSERT INTO leads (state) VALUES ('asking')");
  const save = database.prepare("UPDATE leads SET state = 'accept' WHERE id = ?");
  const { shares } = await clientAt(place);
  const acceptance = { ...criteria, leadMatch: { phone: PHONE } };
  return eachLink(place.links[subject], async (link) => {
    const { lastInsertRowid } = add.run();
    await shares.receive(link, { acceptance });
    save.run(lastInsertRowid);
  });
}

type LedgerAt = (place: Place) => Promise<Intake.Ledger>;

const inMemory: LedgerAt = async () =>
  (await load<typeof Intake>('consent-evidence/intake')).memoryLedger() as Intake.Ledger;

const onSqlite: LedgerAt = async ({ folder }) => {
  const { sqliteLedger } = await load<typeof IntakeSqlite>('consent-evidence/intake/sqlite');
  return sqliteLedger(path.join(folder, `leads-${process.pid}.db`)) as Intake.Ledger;
};

const onPostgres: LedgerAt = async ({ connection }) => {
  const { postgresLedger } = await load<typeof IntakePostgres>('consent-evidence/intake/postgres');
  const { Pool } = await import('pg');
  const ledger = postgresLedger(new Pool({ ...connection }));
  await ledger.createTables();
  return ledger as Intake.Ledger;
};

async function taking(file: string, subject: string, ledgerAt: LedgerAt): Promise<Run> {
  const place = readPlace(file);
  const { createLeadIntake } = await load<typeof Intake>('consent-evidence/intake');
  const client = await clientAt(place);
  const intake = createLeadIntake({ client, criteria, ledger: await ledgerAt(place) });
  let taken = 0;
  return eachLink(place.links[subject], async (shareUrl) => {
    const { decision } = await intake.take({ leadId: `L-${(taken += 1)}`, shareUrl, phone: PHONE });
    if (decision !== 'accept') throw new Error(decision);
  });
}

/** Takes in a decided lead again; any request would fail the run. */
async function takingAgain(file: string, subject: string, ledgerAt: LedgerAt): Promise<Run> {
  const place = readPlace(file);
  const { createLeadIntake } = await load<typeof Intake>('consent-evidence/intake');
  let isDecided = false;
  const client = await clientAt(place, (url, init) => {
    if (isDecided) throw new Error('a known lead was asked for');
    return fetch(url as string, init as RequestInit) as never;
  });
  const intake = createLeadIntake({ client, criteria, ledger: await ledgerAt(place) });
  const lead = { leadId: 'L-1', shareUrl: place.links[subject]?.[0] ?? '', phone: PHONE };
  await intake.take(lead);
  isDecided = true;
  return async (operations) => {
    for (let index = 0; index < operations; index += 1) {
      const { decision } = await intake.take(lead);
      if (decision !== 'accept') throw new Error(decision);
    }
  };
}

type Subjects = Record<string, readonly [ledgerAt: LedgerAt, limit?: number]>;

function measureOf(title: string, subjects: Subjects, isKnown = false): Measure {
  const prepare = isKnown ? takingAgain : taking;
  const entries = Object.entries(subjects);
  return {
    title,
    base: BASE,
    ratio: 'time',
    operations: OPERATIONS,
    rounds: ROUNDS,
    limits: Object.fromEntries(
      entries.flatMap(([name, [, limit]]) => (limit === undefined ? [] : [[name, limit]])),
    ),
    subjects: {
      [BASE]: { prepare: bare },
      ...Object.fromEntries(
        entries.map(([name, [ledgerAt]]) => [
          name,
          { prepare: (file: string) => prepare(file, name, ledgerAt) },
        ]),
      ),
    },
  };
}

const MEMORY = 'consent-evidence, in memory';
const SQLITE = 'consent-evidence, SQLite';
const BARE_COMMITS = 'shares.receive between two bare commits in SQLite';
const POSTGRES = 'consent-evidence, Postgres';

const local: Subjects = { [MEMORY]: [inMemory, 1.2], [SQLITE]: [onSqlite, 1.6] };
const unlimited: Subjects = { [MEMORY]: [inMemory], [SQLITE]: [onSqlite] };
const remote: Subjects = { [POSTGRES]: [onPostgres] };

const first = measureOf('a lead that is new', local);

const measures = {
  first: {
    ...first,
    subjects: {
      ...first.subjects,
      [BARE_COMMITS]: { prepare: (file: string) => bareCommits(file, BARE_COMMITS) },
    },
  },
  known: measureOf('a lead that was decided before, without a request', unlimited, true),
  postgres: measureOf('a lead that is new, on a Postgres of this machine', remote),
};

async function measured(
  name: keyof typeof measures,
  plan: Plan,
  connection?: object,
): Promise<Row[]> {
  const results = path.join(BENCH, 'results');
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(path.join(results, 'intake-'));
  const service = new URL('../servers/lead-service.ts', import.meta.url).href;
  const { child, hello } = await Child.start(service, []);
  try {
    const links: Record<string, unknown> = {};
    for (const subject of Object.keys(measures[name].subjects)) {
      links[subject] = await child.ask({ links: plan.smoke ? 20 : LINK_ROUNDS * OPERATIONS });
    }
    const file = path.join(folder, 'place.json');
    writeFileSync(file, JSON.stringify({ ...(hello as object), folder, links, connection }));
    return await interleave(import.meta.url, name, measures[name], plan, file);
  } finally {
    await child.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function postgresRows(plan: Plan): Promise<Row[]> {
  // The default of a server: a commit waits for the disk.
  const server = await startPostgres('fsync=on');
  if (server === undefined) {
    plan.skipped(measures.postgres.title, 'no Postgres is installed here');
    return [];
  }
  try {
    return await measured('postgres', plan, server.connection);
  } finally {
    await server.stop();
  }
}

export const suite: Suite = {
  title: 'Take a lead in',
  about:
    '`intake.take` beside the bare `shares.receive` with the same criteria, one at a time, each ' +
    'with a record of its own, against the fake over HTTP on the loopback, which answers in about ' +
    'a millisecond. The SQLite file is in the project’s folder; each lead is two commits that wait ' +
    'for the disk, and a third wait while what was erased leaves the log. The row of two bare ' +
    'commits is what this disk costs without any of that.',
  measures,
  run: async (plan) => [
    ...(await measured('first', plan)),
    ...(await measured('known', plan)),
    ...(await postgresRows(plan)),
  ],
};

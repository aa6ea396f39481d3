import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serveMock } from '../../../mock/node.ts';
import type { ReconcileReport } from '../../../src/webhooks/index.ts';
import { postgresInbox } from '../../../src/webhooks/postgres.ts';
import { countEach } from '../../webhooks/kill/counting.ts';
import { bundleReceiver, KilledReceiver } from '../../webhooks/kill/killed-receiver.ts';
import { PostgresTroubles } from '../../webhooks/kill/postgres-troubles.ts';
import { startPostgres } from '../../webhooks/support/postgres-server.ts';
import type { MachineSettings } from './machine.ts';
import { OutageWorld, SECRET } from './outage-world.ts';

export interface OutageOptions {
  readonly domains: number;
  /** Captures of the account before the outage of three hours, and during it. */
  readonly before: number;
  readonly during: number;
  /** Records that others share with the account during the outage. */
  readonly received: number;
  /** Machines, all of which receive and reconcile at the same time. */
  readonly machines: number;
  /** Machines killed (SIGKILL), connections ended by the server, crashes of the server itself. */
  readonly kills: number;
  readonly cuts: number;
  readonly crashes: number;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
}

/** What was found in the database at the end. */
export interface OutageResult {
  /** Kills in the middle of the first walk, before a mark was kept. */
  readonly killsBeforeMark: number;
  readonly kills: number;
  readonly cuts: number;
  readonly crashes: number;
  readonly captured: number;
  /** Captured records without a job. */
  readonly lost: number;
  /** Jobs beyond one for each record. */
  readonly twice: number;
  /** Jobs for records that were received. */
  readonly ofOthers: number;
  readonly byWebhook: number;
  readonly byReconcile: number;
  /** Reconciliations that did not finish. */
  readonly cutShort: number;
  /** Requests of one reconciliation when everything was up to date. */
  readonly requestsUpToDate: number;
  /** Machines that ended without being killed. */
  readonly died: number;
}

const SOURCE = fileURLToPath(new URL('./machine.ts', import.meta.url));
const PAUSE_MS = 20;

type Trouble = 'kill' | 'cut' | 'crash';

function shuffled({ kills, cuts, crashes, random }: OutageOptions): Trouble[] {
  const all: [number, Trouble][] = [];
  const add = (count: number, trouble: Trouble): void => {
    for (let i = 0; i < count; i += 1) all.push([random(), trouble]);
  };
  add(kills, 'kill');
  add(cuts, 'cut');
  add(crashes, 'crash');
  return all.sort(([a], [b]) => a - b).map(([, trouble]) => trouble);
}

const EARLY_KILLS = 3;
/** As long as a killed run's lease keeps others out. */
const LEASE_MS = 5 * 60_000;

/**
 * Kills all machines while the first walk is in the middle of its first page, or wants to keep the
 * first mark, which the lock does not let it.
 */
async function killBeforeMark(
  troubles: PostgresTroubles,
  machines: readonly KilledReceiver[],
): Promise<number> {
  const marks = 'consent_evidence_inbox_marks';
  await troubles.query(`BEGIN; LOCK TABLE ${marks} IN SHARE MODE`);
  let before = 0;
  for (let kills = 0; kills < EARLY_KILLS; ) {
    const [row] = await troubles.query(`
      SELECT (SELECT count(*) FROM jobs WHERE via = 'reconcile') +
        (SELECT count(*) FROM pg_locks WHERE NOT granted) AS steps`);
    const now = Number(row?.['steps']);
    if (now === before) {
      await sleep(1);
      continue;
    }
    before = now;
    await Promise.all(machines.map((machine) => machine.kill()));
    kills += 1;
  }
  const [kept] = await troubles.query(`SELECT count(*) AS marks FROM ${marks}`);
  await troubles.query('ROLLBACK');
  return Number(kept?.['marks']) === 0 ? EARLY_KILLS : 0;
}

/** Returns `undefined` if the reconciliation did not finish. */
async function reconcileOn(
  machine: KilledReceiver,
  now: number,
): Promise<ReconcileReport | undefined> {
  try {
    const url = new URL(`/reconcile?now=${now}`, await machine.url());
    const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(30_000) });
    return answer.ok ? ((await answer.json()) as ReconcileReport) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Plays an outage of three hours and its aftermath: machines receive what the service still sends,
 * and reconcile at the same time, while they are killed and cut off. Returns the counts, or
 * `undefined` if there is no Postgres to run.
 */
export async function outageRun(options: OutageOptions): Promise<OutageResult | undefined> {
  const server = await startPostgres('wal_writer_delay=10s');
  if (server === undefined) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'inbox-outage-'));
  const machines: KilledReceiver[] = [];
  const troubles = new PostgresTroubles(server, machines, options.random);
  const world = new OutageWorld(options, machines);
  const served = await serveMock(world.mock);
  try {
    await troubles.setUp(async (pool) => {
      await pool.query('CREATE TABLE jobs (cdr_id text, via text)');
      await postgresInbox(pool, { enqueue: () => undefined }).createTables();
    });
    const program = await bundleReceiver(directory, SOURCE);
    const settings: MachineSettings = {
      baseUrl: served.url,
      apiKey: world.apiKey,
      secret: SECRET,
      since: world.since,
      connection: { ...server.connection, user: 'receiver' },
    };
    for (let i = 0; i < options.machines; i += 1) {
      machines.push(new KilledReceiver(program, JSON.stringify(settings)));
    }
    await world.beforeTheOutage();
    await world.theOutage();

    let cutShort = 0;
    let isTroubled = true;
    /** What passes while machines wait for the lease of one that was killed. */
    let waitedMs = 0;
    const untilWhole = async (machine: KilledReceiver): Promise<void> => {
      for (;;) {
        const report = await reconcileOn(machine, world.mock.clock.now() + waitedMs);
        if (report === undefined) cutShort += 1;
        else if (report.skipped !== undefined) waitedMs += LEASE_MS / options.machines;
        else if (!isTroubled) return;
        await sleep(PAUSE_MS);
      }
    };
    const running = machines.map(untilWhole);
    const killsBeforeMark = await killBeforeMark(troubles, machines);
    // Meanwhile the service still sends the events of the last hour.
    const sending = world.afterTheOutage();
    for (const trouble of shuffled(options)) await troubles.make(trouble);
    await sending;
    isTroubled = false;
    await Promise.all(running);
    const made = { ...troubles.made };
    await world.mock.clock.advance({ hours: 2 });
    await Promise.all(machines.map(untilWhole));
    // All that was handed on must survive another crash of the server.
    await troubles.make('crash');
    await untilWhole(machines[0] as never);
    world.requests();
    await untilWhole(machines[0] as never);
    const requestsUpToDate = world.requests();
    const rows = await troubles.query('SELECT cdr_id, via FROM jobs');
    const jobs = countEach(rows.map((row) => String(row['cdr_id'])));
    return {
      ...made,
      killsBeforeMark,
      captured: world.captured.length,
      lost: world.captured.filter((cdrId) => !jobs.has(cdrId)).length,
      twice: [...jobs.values()].reduce((sum, count) => sum + count - 1, 0),
      ofOthers: world.received.filter((cdrId) => jobs.has(cdrId)).length,
      byWebhook: rows.filter(({ via }) => via === 'webhook').length,
      byReconcile: rows.filter(({ via }) => via === 'reconcile').length,
      cutShort,
      requestsUpToDate,
      died: machines.reduce((sum, { died }) => sum + died, 0),
    };
  } finally {
    await Promise.all(machines.map((machine) => machine.kill()));
    await troubles.end();
    await served.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createMockService } from '../../../mock/index.ts';
import { postgresStore } from '../../../src/webhooks/postgres.ts';
import { signWebhook } from '../../../src/webhooks/signature/sign.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { choose, countEach } from './counting.ts';
import { bundleReceiver, KilledReceiver } from './killed-receiver.ts';
import { PostgresTroubles } from './postgres-troubles.ts';

export interface PostgresKillOptions {
  readonly deliveries: number;
  readonly processes: number;
  /** Receivers killed by SIGKILL, connections ended by the server, crashes of the server itself. */
  readonly kills: number;
  readonly cuts: number;
  readonly crashes: number;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
}

/** What was found in the database at the end. */
export interface PostgresKillResult {
  readonly kills: number;
  readonly cuts: number;
  readonly crashes: number;
  /** Requests made until each delivery was acknowledged. */
  readonly attempts: number;
  readonly acknowledged: number;
  /** Acknowledged deliveries without an effect. */
  readonly lost: number;
  /** Rows of effect beyond one for each delivery. Each is sent again after its acknowledgement. */
  readonly secondEffects: number;
  /** Receivers that ended without being killed. */
  readonly died: number;
}

const SECRET = 'whsec_kill';
const SOURCE = fileURLToPath(new URL('./postgres-receiver.ts', import.meta.url));
/** How far the first process's clock is behind, and the last one's ahead. */
const SKEW_MS = 90_000;
const DELIVERIES_AT_ONCE = 8;
const MAX_ATTEMPTS = 400;
const PAUSE_MS = 50;

interface Delivery {
  readonly webhookId: string;
  readonly body: string;
}

/** Returns bodies as the fake sends them. */
async function deliveriesOfTheFake(count: number): Promise<Delivery[]> {
  const sent: Delivery[] = [];
  const mock = createMockService({
    now: Date.now(),
    webhookFetch: async (_url: unknown, { body }: { body: string }) => {
      sent.push({ body, webhookId: (JSON.parse(body) as Delivery).webhookId });
      return new Response();
    },
  });
  const webhook = { url: 'http://127.0.0.1:1/', secret: SECRET };
  const organization = mock.addOrganization({ name: 'Sunroof Leads', webhook });
  const page = { pageUrl: 'https://sunroof.example/' };
  for (let i = 0; i < count; i += 1) mock.capture(organization, page);
  await mock.clock.advance(0);
  return sent;
}

/** Makes one attempt, signed again as the service does it. Returns whether it was acknowledged. */
async function attempt(receiver: KilledReceiver, { webhookId, body }: Delivery): Promise<boolean> {
  try {
    const headers = { ...(await signWebhook({ body, secret: SECRET, webhookId })) };
    const signal = AbortSignal.timeout(20_000);
    const answer = await fetch(await receiver.url(), { method: 'POST', body, headers, signal });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Works through a list, several items at a time. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: DELIVERIES_AT_ONCE }, worker));
}

async function effectsOf(troubles: PostgresTroubles): Promise<string[]> {
  const rows = await troubles.query('SELECT webhook_id FROM effects');
  return rows.map((row) => String(row['webhook_id']));
}

function startReceivers(count: number, program: string, connection: object): KilledReceiver[] {
  const skewOf = (i: number) => Math.round(-SKEW_MS + (2 * SKEW_MS * i) / Math.max(1, count - 1));
  return Array.from({ length: count }, (_, i) => {
    const settings = JSON.stringify({ ...connection, user: 'receiver' });
    return new KilledReceiver(program, SECRET, String(skewOf(i)), settings);
  });
}

/**
 * Sends deliveries to several processes over one Postgres, meanwhile kills the processes, cuts
 * their connections and crashes the server, and counts the results. `undefined` if there is no
 * Postgres to run.
 */
export async function postgresKillRun(
  options: PostgresKillOptions,
): Promise<PostgresKillResult | undefined> {
  // A commit that does not wait for the disk stays in memory until long after the next crash.
  const server = await startPostgres('wal_writer_delay=10s');
  if (server === undefined) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'webhook-kill-'));
  const { random } = options;
  const program = await bundleReceiver(directory, SOURCE);
  const receivers = startReceivers(options.processes, program, server.connection);
  const any = (): KilledReceiver => receivers[Math.floor(random() * receivers.length)] as never;
  const troubles = new PostgresTroubles(server, receivers, random);
  try {
    await troubles.setUp(async (pool) => {
      await pool.query('CREATE TABLE effects (webhook_id text)');
      await postgresStore(pool).createTable();
    });
    const deliveries = await deliveriesOfTheFake(options.deliveries);
    const doom = new Map<number, 'kill' | 'cut' | 'crash'>();
    const { kills, cuts, crashes } = options;
    const indices = [...choose(kills + cuts + crashes, options.deliveries, random)];
    for (const at of indices.splice(0, kills)) doom.set(at, 'kill');
    for (const at of indices.splice(0, cuts)) doom.set(at, 'cut');
    for (const at of indices) doom.set(at, 'crash');

    let attempts = 0;
    const acknowledged: Delivery[] = [];
    await inParallel(deliveries, async (delivery) => {
      for (let i = 0; i < MAX_ATTEMPTS; i += 1) {
        const trouble = doom.get(attempts++);
        const answer = attempt(any(), delivery);
        if (trouble !== undefined) await troubles.make(trouble);
        if (await answer) return void acknowledged.push(delivery);
        await sleep(PAUSE_MS);
      }
    });
    const made = { ...troubles.made };
    // All that was acknowledged must survive another crash of the server. Then each is sent again.
    await troubles.make('crash');
    const kept = new Set(await effectsOf(troubles));
    await inParallel(acknowledged, async (delivery) => {
      while (!(await attempt(any(), delivery))) await sleep(PAUSE_MS);
    });
    const effects = countEach(await effectsOf(troubles));
    return {
      ...made,
      attempts,
      acknowledged: acknowledged.length,
      lost: acknowledged.filter(({ webhookId }) => !kept.has(webhookId)).length,
      secondEffects: [...effects.values()].reduce((sum, count) => sum + count - 1, 0),
      died: receivers.reduce((sum, { died }) => sum + died, 0),
    };
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.kill()));
    await troubles.end();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

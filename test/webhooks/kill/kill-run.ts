import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMockService } from '../../../mock/index.ts';
import { choose, countEach } from './counting.ts';
import { bundleReceiver, KilledReceiver } from './killed-receiver.ts';

export interface KillRunOptions {
  readonly deliveries: number;
  readonly kills: number;
  /** Whether effect and claim share a transaction. */
  readonly mode: 'plain' | 'transaction';
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
}

/** What was found on disk and in the fake at the end. */
export interface KillRunResult {
  readonly kills: number;
  readonly attempts: number;
  /** Deliveries that the fake lists as acknowledged. */
  readonly acknowledged: number;
  /** Acknowledged deliveries without an effect. */
  readonly lost: number;
  /** Runs of `onEvent` beyond one for each delivery. */
  readonly secondRuns: number;
  /** Deliveries with more runs than one plus one for each kill that happened while in flight. */
  readonly unexplained: number;
  /** Rows of effect beyond one for each delivery. */
  readonly secondEffects: number;
}

const SECRET = 'whsec_kill';
/** Longer than a delivery takes, so that some kills come after the answer. */
const KILL_WITHIN_MS = 6;

/** Sends to the receiver as the fake does, and kills it after some of the attempts. */
function killingFetch(receiver: KilledReceiver, { deliveries, kills, random }: KillRunOptions) {
  const doomed = choose(kills, deliveries, random);
  const killedIn = new Map<string, number>();
  let attempts = 0;
  return {
    killedIn,
    attempts: () => attempts,
    fetch: async (_url: unknown, init: RequestInit): Promise<Response> => {
      const id = new Headers(init.headers).get('x-svc-webhook-id') ?? '';
      const answer = fetch(await receiver.url(), init);
      if (doomed.has(attempts++)) {
        answer.catch(() => undefined);
        await sleep(random() * KILL_WITHIN_MS);
        await receiver.kill();
        killedIn.set(id, (killedIn.get(id) ?? 0) + 1);
      }
      return answer;
    },
  };
}

function readDisk(directory: string) {
  const database = new DatabaseSync(join(directory, 'receiver.db'));
  const rows = database.prepare('SELECT webhook_id FROM effects').all();
  database.close();
  const started = join(directory, 'started');
  const lines = existsSync(started) ? readFileSync(started, 'utf8').trimEnd().split('\n') : [];
  return {
    runs: countEach(lines),
    effects: countEach(rows.map((row) => String(row['webhook_id']))),
  };
}

function beyondOne(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count - 1, 0);
}

/** Delivers over HTTP to a process that is killed again and again, and counts the results. */
export async function killRun(options: KillRunOptions): Promise<KillRunResult> {
  const directory = mkdtempSync(join(tmpdir(), 'webhook-kill-'));
  const program = await bundleReceiver(directory);
  const receiver = new KilledReceiver(program, directory, options.mode, SECRET);
  const courier = killingFetch(receiver, options);
  try {
    const mock = createMockService({ now: '2026-01-05T12:00:00Z', webhookFetch: courier.fetch });
    const webhook = { url: 'http://127.0.0.1:1/', secret: SECRET };
    const organization = mock.addOrganization({ name: 'Sunroof Leads', webhook });
    const page = { pageUrl: 'https://sunroof.example/' };
    for (let i = 0; i < options.deliveries; i += 1) mock.capture(organization, page);
    await mock.clock.advance({ hours: 2 });
    const { kills } = receiver;
    await receiver.kill();

    const { runs, effects } = readDisk(directory);
    const done = mock.webhookDeliveries().filter(({ state }) => state === 'delivered');
    const isUnexplained = ([id, count]: [string, number]): boolean =>
      count > 1 + (courier.killedIn.get(id) ?? 0);
    return {
      kills,
      attempts: courier.attempts(),
      acknowledged: done.length,
      lost: done.filter(({ webhookId }) => !effects.has(webhookId)).length,
      secondRuns: beyondOne(runs),
      unexplained: [...runs].filter(isUnexplained).length,
      secondEffects: beyondOne(effects),
    };
  } finally {
    await receiver.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

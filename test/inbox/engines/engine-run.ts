import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serveMock } from '../../../mock/node.ts';
import { folderVault } from '../../../src/archive/index.ts';
import { recordsIn } from '../../archive/support/lines-in.ts';
import { countEach } from '../../webhooks/kill/counting.ts';
import { bundleReceiver, KilledReceiver } from '../../webhooks/kill/killed-receiver.ts';
import { OutageWorld, SECRET } from '../outage/outage-world.ts';
import type { Engine } from './engine.ts';

export interface EngineRunOptions {
  readonly domains: number;
  /** Captures before an outage of three hours, and during it. */
  readonly before: number;
  readonly during: number;
  /** Records that others share with the account during the outage. */
  readonly received: number;
  /** Machines, all of which receive, work and catch up. */
  readonly machines: number;
  /** Machines that are killed (SIGKILL), one at a time. */
  readonly kills: number;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
}

/** What was found at the end. */
export interface EngineResult {
  readonly kills: number;
  readonly captured: number;
  /** Captured records without an archived record. */
  readonly lost: number;
  /** Workflows for captured records, those beyond one for each, and those that did not end well. */
  readonly workflows: number;
  readonly twice: number;
  readonly unfinished: number;
  /** Received records that were paid for once more than by their own company. */
  readonly paidForOthers: number;
  /** Records that were paid for, and payments beyond one for each. */
  readonly paid: number;
  readonly paidTwice: number;
  /** Machines that ended without being killed. */
  readonly died: number;
}

const WITHIN_MS = 300;
const PAUSE_MS = 50;
/** Of one machine to catch up, when all kills are over. */
const TRIES = 100;
const DONE_WITHIN_MS = 120_000;

async function catchUpOn(machine: KilledReceiver, now: number): Promise<boolean> {
  try {
    const url = new URL(`/catch-up?now=${now}`, await machine.url());
    return (await fetch(url, { method: 'POST', signal: AbortSignal.timeout(30_000) })).ok;
  } catch {
    return false;
  }
}

/** Waits until every workflow has ended. */
async function finished(engine: Engine): Promise<void> {
  for (const until = Date.now() + DONE_WITHIN_MS; Date.now() < until; await sleep(PAUSE_MS)) {
    if ((await engine.workflows()).every(({ isDone }) => isDone)) return;
  }
}

async function play(engine: Engine, options: EngineRunOptions, directory: string) {
  const machines: KilledReceiver[] = [];
  const world = new OutageWorld(options, machines);
  const served = await serveMock(world.mock);
  const out = join(directory, 'evidence');
  try {
    const program = await bundleReceiver(directory, fileURLToPath(engine.program));
    for (let i = 0; i < options.machines; i += 1) {
      const env = {
        CONSENT_EVIDENCE_API_KEY: world.apiKey,
        CONSENT_EVIDENCE_BASE_URL: served.url,
        CONSENT_EVIDENCE_WEBHOOK_SECRET: SECRET,
        COLLECT_DOMAINS: Array.from({ length: options.domains }, (_, d) => `d${d}.example`).join(),
        OUT: out,
        ...engine.envOf(i),
      };
      machines.push(new KilledReceiver(program, JSON.stringify(env)));
    }
    let isTroubled = true;
    const untilCaughtUp = async (machine: KilledReceiver): Promise<void> => {
      for (let left = TRIES; left > 0; await sleep(PAUSE_MS)) {
        const isDone = await catchUpOn(machine, world.mock.clock.now());
        if (isTroubled) continue;
        if (isDone) return;
        left -= 1;
      }
      throw new Error('a machine could not catch up');
    };
    const story = async () => {
      await world.beforeTheOutage();
      await world.theOutage();
      await world.afterTheOutage();
    };
    const running = machines.map(untilCaughtUp);
    const told = story();
    for (let i = 0; i < options.kills; i += 1) {
      const machine = machines[Math.floor(options.random() * machines.length)] as KilledReceiver;
      await machine.url();
      await sleep(options.random() * WITHIN_MS);
      await machine.kill();
    }
    await told;
    isTroubled = false;
    await Promise.all(running);
    await world.mock.clock.advance({ hours: 2 });
    await Promise.all(machines.map(untilCaughtUp));
    await finished(engine);
    return await resultOf(engine, { world, machines, out });
  } finally {
    await Promise.all(machines.map((machine) => machine.kill()));
    await served.close();
  }
}

interface Played {
  readonly world: OutageWorld;
  readonly machines: readonly KilledReceiver[];
  readonly out: string;
}

async function resultOf(engine: Engine, { world, machines, out }: Played): Promise<EngineResult> {
  const { captured, received, mock } = world;
  const lines = await recordsIn(folderVault(out));
  const archived = new Set(lines.map(({ cdrId }) => cdrId));
  const own = new Set(captured);
  const workflows = (await engine.workflows()).filter(({ cdrId }) => own.has(cdrId));
  const byRecord = countEach(workflows.map(({ cdrId }) => cdrId));
  const payments = countEach(mock.charges().map(({ cdrId }) => cdrId));
  const beyond = (counts: Map<string, number>): number =>
    [...counts.values()].reduce((sum, count) => sum + count - 1, 0);
  return {
    kills: machines.reduce((sum, { kills }) => sum + kills, 0),
    captured: captured.length,
    lost: captured.filter((cdrId) => !archived.has(cdrId)).length,
    workflows: workflows.length,
    twice: beyond(byRecord),
    unfinished: workflows.filter(({ isDone }) => !isDone).length,
    paidForOthers: received.filter((cdrId) => (payments.get(cdrId) ?? 0) > 1).length,
    paid: captured.filter((cdrId) => payments.has(cdrId)).length,
    paidTwice: beyond(payments),
    died: machines.reduce((sum, { died }) => sum + died, 0),
  };
}

/**
 * Plays an outage of three hours and its aftermath on machines that run an example of a queue, while
 * they are killed. Returns the counts, and ends the engine.
 */
export async function engineRun(engine: Engine, options: EngineRunOptions): Promise<EngineResult> {
  const directory = mkdtempSync(join(tmpdir(), 'engine-run-'));
  try {
    return await play(engine, options, directory);
  } finally {
    await engine.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createMockService } from '../../../mock/index.ts';
import { serveMock } from '../../../mock/node.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { choose } from '../../webhooks/kill/counting.ts';
import { bundleReceiver, KilledReceiver } from '../../webhooks/kill/killed-receiver.ts';
import { type FastTime, fastClock } from './fast-clock.ts';
import { SPEED } from './intake-limits.ts';
import type { ProcessSettings } from './intake-process.ts';
import { KillCourier } from './kill-courier.ts';
import { type IntakeKillResult, settledResult } from './kill-result.ts';
import { LeadPlan } from './lead-plan.ts';
import type { LedgerPlace } from './ledger-place.ts';

export interface IntakeKillOptions {
  /** The least number of leads to take in. */
  readonly leads: number;
  readonly processes: number;
  /** Processes killed by SIGKILL, connections ended by the server, crashes of the server itself. */
  readonly kills: number;
  readonly cuts: number;
  readonly crashes: number;
  /** Returns a number from 0 to 1, like `Math.random`. */
  readonly random: () => number;
}

type Mock = ReturnType<typeof createMockService>;

const SOURCE = fileURLToPath(new URL('./intake-process.ts', import.meta.url));
const STARTS_AT = Date.parse('2026-01-05T12:00:00Z');
const GROUPS_AT_ONCE = 6;
const TICK_MS = 10;
/** The most that the clocks of the processes differ, in the proof's time. */
const SKEW_MS = 4_000;

/** Keeps the service's time in step with the processes' until the signal. */
async function keepTime(mock: Mock, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await mock.clock.advance(Math.max(0, clock.now() - mock.clock.now()));
    await sleep(TICK_MS);
  }
}

function startProcesses(
  count: number,
  program: string,
  settings: Omit<ProcessSettings, 'skewMs'>,
): KilledReceiver[] {
  return Array.from({ length: count }, (_, i) => {
    const skewMs = Math.round((SKEW_MS * i) / Math.max(1, count - 1) - SKEW_MS / 2);
    return new KilledReceiver(program, JSON.stringify({ ...settings, skewMs }));
  });
}

/** Chooses which trouble strikes at which lead, counted in order of arrival. */
function doomOf({ leads, kills, cuts, crashes, random }: IntakeKillOptions) {
  const doom = new Map<number, 'kill' | 'cut' | 'crash'>();
  const indices = [...choose(kills + cuts + crashes, leads, random)];
  for (const at of indices.splice(0, kills)) doom.set(at, 'kill');
  for (const at of indices.splice(0, cuts)) doom.set(at, 'cut');
  for (const at of indices) doom.set(at, 'crash');
  return doom;
}

async function postAll(plan: LeadPlan, courier: KillCourier, leads: number): Promise<void> {
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < leads) {
      const group = await plan.next();
      const first = begun;
      begun += group.leads.length;
      await courier.deliver(group, first);
    }
  };
  await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, worker));
}

async function serveWorld() {
  const mock = createMockService({ now: STARTS_AT, idSeed: 'kill' });
  const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  return { mock, producer, buyer, served: await serveMock(mock) };
}

/**
 * Posts leads to several processes on one ledger, while it kills them and troubles service and
 * database. Then ends all trouble, resumes until nothing is due, and counts the results.
 */
export async function intakeKillRun(
  place: LedgerPlace,
  options: IntakeKillOptions,
): Promise<IntakeKillResult> {
  const { random, processes, leads } = options;
  const { mock, producer, buyer, served } = await serveWorld();
  const directory = mkdtempSync(join(tmpdir(), 'intake-process-'));
  const program = await bundleReceiver(directory, SOURCE);
  const time: FastTime = { startsAt: STARTS_AT, wallAt: Date.now(), speed: SPEED };
  const { apiKey, baseUrl } = served.clientOptions(buyer);
  const settings = { baseUrl, apiKey, time, ledger: place.settings };
  const receivers = startProcesses(processes, program, settings);
  const over = new AbortController();
  const running = keepTime(mock, fastClock(time), over.signal);
  try {
    const world = { mock, served, buyer };
    const doom = doomOf(options);
    const courier = new KillCourier({ ...world, receivers, random, place, doom });
    await postAll(new LeadPlan(mock, served, producer, random), courier, leads);
    await courier.endTrouble();
    over.abort();
    await running;
    return await settledResult({ ...world, courier, opened: await place.open() });
  } finally {
    over.abort();
    await Promise.all(receivers.map((receiver) => receiver.kill()));
    await served.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

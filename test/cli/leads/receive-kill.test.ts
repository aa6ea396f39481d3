import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sqliteLedger } from '../../../src/intake/sqlite.ts';
import { all, leadWorld, OTHER_PHONE, PHONE } from '../../intake/support/lead-world.ts';
import { bundleReceiver } from '../../webhooks/kill/killed-receiver.ts';
import { seededRandom } from '../../webhooks/kill/seeded-random.ts';
import { killingService } from './kill/killing-service.ts';
import type { ReceiveSettings } from './kill/receive-process.ts';
import { newFolder } from './leads-file.ts';
import { resultOf } from './receive-world.ts';

const ROWS = 60;
const KILLS = 5;
const SPEED = 40;

const SOURCE = path.join(import.meta.dirname, 'kill/receive-process.ts');

it('leads receive, killed (SIGKILL) at random receives, ends with each row once and no double charge', async () => {
  const random = seededRandom(36);
  const world = leadWorld();
  const { mock, buyer, capture, share, paid } = world;
  const folder = newFolder();
  const inside = (name: string): string => path.join(folder, name);
  const { fetch, apiKey, baseUrl: origin } = mock.clientOptions(buyer);
  const service = await killingService((url, init) => fetch(url, init), origin);

  const rows: string[] = [];
  const cdrIds: string[] = [];
  for (let at = 0; at < ROWS; at += 1) {
    const cdrId = capture();
    cdrIds.push(cdrId);
    const { pathname } = new URL(await share(cdrId));
    const isStranger = at % 10 === 9;
    rows.push(
      `L${at},${new URL(pathname, service.baseUrl).href},${isStranger ? OTHER_PHONE : PHONE}`,
    );
  }
  writeFileSync(inside('leads.csv'), `id,share,phone\n${rows.join('\n')}\n`);

  const bundle = await bundleReceiver(folder, SOURCE);
  const settings: ReceiveSettings = {
    baseUrl: service.baseUrl,
    apiKey,
    time: { startsAt: mock.clock.now(), wallAt: Date.now(), speed: SPEED },
    file: inside('leads.csv'),
    out: inside('result.csv'),
    ledger: inside('leads.db'),
    maxReceives: ROWS,
  };
  /** Runs the command to its end, or kills it at that receive: before it is served, or after. */
  const run = async (receives = Number.POSITIVE_INFINITY, isAfter = false): Promise<unknown> => {
    const args = [bundle, JSON.stringify(settings)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    Object.assign(service.next, { receives, isAfter, kill: () => child.kill('SIGKILL') });
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal ?? code;
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const receives = 1 + Math.floor(random() * 9);
    expect(await run(receives, random() < 0.5)).toBe('SIGKILL');
    expect(existsSync(settings.out)).toBe(false);
  }
  expect(await run()).toBe(0);

  const result = resultOf(settings.out);
  expect(result.map(({ id }) => id)).toEqual(cdrIds.map((_, at) => `L${at}`));
  for (const [at, row] of result.entries()) {
    const expected =
      at % 10 === 9 ? { decision: 'refuse' } : { decision: 'accept', cdrId: cdrIds[at] };
    expect(row).toMatchObject(expected);
  }
  const accepted = cdrIds.filter((_, at) => at % 10 !== 9);
  expect(paid().sort()).toEqual(accepted.sort());

  const ledger = sqliteLedger(settings.ledger);
  expect(await all(world.intakeOf(ledger).decisions())).toHaveLength(ROWS);
  ledger.close();
}, 120_000);

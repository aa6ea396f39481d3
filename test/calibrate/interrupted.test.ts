import { describe, expect, it } from 'vitest';
import { engineOf } from '../../mock/fake/mock-service.ts';
import {
  type CalibrationError,
  type CalibrationReport,
  reportPage,
} from '../../src/calibrate/index.ts';
import type { FetchLike } from '../../src/index.ts';
import { calibrateWorld } from './support/calibrated.ts';
import { type HiddenWorld, hiddenWorld, START } from './support/hidden-world.ts';

/** Returns what a run has left in the world. */
function leftIn({ mock }: HiddenWorld) {
  const { world } = engineOf(mock);
  const lives = [...world.tokens.values()].map(({ createdAt, expiresAt }) => expiresAt - createdAt);
  return {
    charges: mock.charges({}).filter(({ cause }) => cause !== 'autoCollect').length,
    handoffs: mock.shareEvents().length,
    longestLifeMs: Math.max(0, ...lives),
  };
}

const NUMBERS = [1, 40, 130, 200, 290];

describe('a run that is interrupted', () => {
  it.each(NUMBERS)('before request %i leaves nothing but tokens of 60 seconds', async (number) => {
    const world = await hiddenWorld({ pageFill: 'short' });
    const controller = new AbortController();
    const stop = new Error('the caller has gone');
    const run = calibrateWorld(world, {
      signal: controller.signal,
      onRequest: (request) => {
        if (request.number === number) controller.abort(stop);
      },
    });
    await expect(run).rejects.toBe(stop);
    const { charges, handoffs, longestLifeMs } = leftIn(world);
    expect({ charges, handoffs }).toEqual({ charges: 0, handoffs: 0 });
    expect(longestLifeMs).toBeLessThanOrEqual(60_000);
    expect(world.mock.requests().length).toBe(number - 1);
  });

  it('in the middle of a request, and in the wait for a dead link, does so too', async () => {
    const world = await hiddenWorld({});
    const controller = new AbortController();
    const stop = new Error('the caller has gone');
    const sleep = world.mock.clock.sleep.bind(world.mock.clock);
    const clock = {
      now: () => world.mock.clock.now(),
      sleep: (ms: number) => {
        controller.abort(stop);
        return sleep(ms);
      },
    };
    await expect(calibrateWorld(world, { clock, signal: controller.signal })).rejects.toBe(stop);
    expect(leftIn(world)).toMatchObject({ charges: 0, handoffs: 0, longestLifeMs: 60_000 });
    expect(world.mock.clock.now()).toBeLessThan(START + 600_000);
  });

  it('what onRequest throws ends the run before the request', async () => {
    const world = await hiddenWorld({});
    const stop = new Error('no more');
    const onRequest = ({ permission }: { permission: string }): void => {
      if (permission.startsWith('a share')) throw stop;
    };
    await expect(calibrateWorld(world, { onRequest })).rejects.toBe(stop);
    expect(leftIn(world)).toEqual({ charges: 0, handoffs: 0, longestLifeMs: 0 });
  });

  it('what onRequest rejects with ends the run before the request, too', async () => {
    const world = await hiddenWorld({});
    const stop = new Error('no more');
    const onRequest = async ({ permission }: { permission: string }): Promise<void> => {
      await Promise.resolve();
      if (permission.startsWith('a share')) throw stop;
    };
    await expect(calibrateWorld(world, { onRequest })).rejects.toBe(stop);
    expect(leftIn(world)).toEqual({ charges: 0, handoffs: 0, longestLifeMs: 0 });
  });
});

describe('a service that is gone before the accounts are read again', () => {
  it('gives the report with the error', async () => {
    const world = await hiddenWorld({});
    const whole = await calibrateWorld(world, { tier: 3 });
    const again = await hiddenWorld({});
    let ending = false;
    const onRequest = ({ number }: { number: number }): void => {
      ending = number === whole.requests;
    };
    const fetch: FetchLike = async (input: Request | string | URL, init?: RequestInit) => {
      if (ending) throw new TypeError('fetch failed');
      return again.mock.fetch(input, init) as Promise<Response>;
    };
    const [sender, receiver] = [again.sender, again.receiver].map((each) =>
      again.client(each, fetch).withOptions({ maxRetries: 0 }),
    );
    if (sender === undefined || receiver === undefined) throw new Error('two clients');
    const clients = { sender, receiver };
    const run = calibrateWorld(again, { ...clients, tier: 3, onRequest });
    const error = await run.then(
      () => undefined,
      (thrown: unknown) => thrown as CalibrationError,
    );
    expect(error).toMatchObject({ name: 'CalibrationError', reason: 'refused' });
    expect(error?.message).toMatch(/at the end of the run, so whether something changed is not/);
    expect(error?.report).toMatchObject({ unchanged: false, readings: whole.readings });
    expect(error?.report).not.toHaveProperty('inventory');
    expect(reportPage(error?.report as CalibrationReport)).toContain('not known: an account');
  });
});

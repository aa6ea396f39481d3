import { describe, expect, it } from 'vitest';
import { engineOf } from '../../mock/fake/mock-service.ts';
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
});

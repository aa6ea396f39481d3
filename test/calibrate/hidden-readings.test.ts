import { describe, expect, it } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { readingsOf } from '../../src/calibrate/readings-of.ts';
import { calibrateWorld, runHidden } from './support/calibrated.ts';
import { hiddenWorld } from './support/hidden-world.ts';

// `npm run proof:calibrate` does the same in 1,000 worlds each.
const ALONE = [1, 2, 3, 4, 5];
const WITH_MATERIALS = [6, 7, 8];

describe('a fake whose readings are hidden', () => {
  it.each(ALONE)(
    'world %i: two clients measure 19 readings, all correctly and free of charge',
    async (seed) => {
      const { measured, wrong, falseAlarms, charges, handoffs } = await runHidden(seed, 'alone');
      expect({ wrong, falseAlarms, charges, handoffs }).toEqual({
        ...{ wrong: [], falseAlarms: [], charges: 0, handoffs: 0 },
      });
      expect(measured).toBeGreaterThanOrEqual(19);
    },
  );

  it.each(WITH_MATERIALS)(
    'world %i: with the materials that are named for it 22 readings or more',
    async (seed) => {
      const { measured, wrong, falseAlarms, charges, handoffs } = await runHidden(seed, 'named');
      expect({ wrong, falseAlarms, charges, handoffs }).toEqual({
        ...{ wrong: [], falseAlarms: [], charges: 0, handoffs: 0 },
      });
      expect(measured).toBeGreaterThanOrEqual(22);
    },
  );

  it('what was measured makes a fake that does the same', async () => {
    const readings = { collectFalse: 'defer', phoneGrammar: 'digits', pageFill: 'short' } as const;
    const report = await calibrateWorld(await hiddenWorld(readings));
    expect(readingsOf(report)).toMatchObject(readings);
    expect(() => createMockService({ readings: readingsOf(report) })).not.toThrow();
  });

  it.each([
    { listTies: 'cdrId', metadataOrder: 'createdAt' },
    { listTies: 'shuffled', metadataOrder: 'shuffled' },
  ] as const)(
    'measures %j from any domain, not only the one with the most records',
    async (readings) => {
      const world = await hiddenWorld(readings);
      const { mock, sender } = world;
      const day = 86_400_000;
      const now = mock.clock.now();
      const page = (domain: string, at: number) => ({ pageUrl: `https://${domain}/${at}` });
      for (let at = 0; at < 60; at += 1) {
        mock.capture(sender, { ...page('most.example', at), createdAt: now - 90 * day - at });
      }
      const report = await calibrateWorld(world, { tier: 1 });
      expect(readingsOf(report)).toMatchObject(readings);
    },
  );

  it('every reading has a result, in each tier, and tier 0 needs no key', async () => {
    const world = await hiddenWorld({});
    const keys: (string | null)[] = [];
    const fetch = (url: string, init: RequestInit) => {
      keys.push(new Headers(init.headers).get('x-api-key'));
      return world.mock.fetch(url, init);
    };
    const sender = world.client(world.sender, fetch);
    const receiver = world.client(world.receiver, fetch);
    const report = await calibrateWorld(world, { sender, receiver, tier: 0 });
    const own = [world.sender.apiKey, world.receiver.apiKey];
    expect(keys.filter((key) => key !== null && own.includes(key))).toEqual([]);
    expect(report.inventory).toBeUndefined();
    expect(report.readings).toHaveLength(44);
    expect(report.statements.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
    expect(
      report.statements.filter(({ verdict }) => verdict === 'as documented').length,
    ).toBeGreaterThan(25);
  });
});

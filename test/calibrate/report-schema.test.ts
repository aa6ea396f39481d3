import { describe, expect, it } from 'vitest';
import type { CalibrateOptions } from '../../src/calibrate/options.ts';
import type { CalibrationReport } from '../../src/calibrate/report.ts';
import { calibrateWorld } from './support/calibrated.ts';
import { hiddenWorld, materialsIn } from './support/hidden-world.ts';
import { keyPair } from './support/key-pair.ts';
import { plant } from './support/plant.ts';
import { PLANTED_CHANGES } from './support/planted-changes.ts';
import { faults } from './support/report-faults.ts';

const NONE = { file: [], own: [] };

async function reportOf(options: Partial<CalibrateOptions>): Promise<CalibrationReport> {
  const world = await hiddenWorld({ collectFalse: 'defer' });
  const materials = options.tier === 3 ? await materialsIn(world) : undefined;
  return calibrateWorld(world, { materials, ...options });
}

describe('calibration.schema.json', () => {
  it.each<Partial<CalibrateOptions>>([
    { tier: 0 },
    { tier: 1, maxWaitMs: 0 },
    { tier: 2 },
    { tier: 3, sign: { keyId: 'ci', privateKey: keyPair().privateKey } },
  ])('takes the report of tier $tier', async (options) => {
    const report = await reportOf(options);
    expect(faults(report)).toEqual(NONE);
    const verdicts = new Set(report.statements.map(({ verdict }) => verdict));
    expect(verdicts).toContain('as documented');
  });

  it('takes a report that says that the service differs', async () => {
    const world = await hiddenWorld({});
    const change = PLANTED_CHANGES.find(({ what }) => what === 'a 405 has no Allow');
    const fetch = plant(world.mock.fetch, change ?? { what: 'none' });
    const sender = world.client(world.sender, fetch);
    const report = await calibrateWorld(world, {
      ...{ sender, receiver: world.client(world.receiver, fetch), tier: 0 },
    });
    expect(report.statements.some(({ verdict }) => verdict === 'differs')).toBe(true);
    expect(faults(report)).toEqual(NONE);
  });
});

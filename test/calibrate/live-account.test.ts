import { describe, expect, it } from 'vitest';
import type { CalibrateOptions } from '../../src/calibrate/options.ts';
import { calibrateWorld, judge } from './support/calibrated.ts';
import { hiddenWorld } from './support/hidden-world.ts';

const PAGE = {
  pageUrl: 'https://quotes.sunroof.example/solar',
  fields: [{ name: 'phone', type: 'tel', value: '(212) 555-0147' }],
  customMetadata: { s: 'a', campaign: 'Spring  Sale' },
  image: { contentType: 'image/png', base64: 'iVBORw0KGgo=' },
};

/** Calibrates a world in which the sender captures a record at each `every`-th request. */
async function whileCapturing(
  every: number,
  { records = 0, ...options }: Partial<CalibrateOptions> & { records?: number } = {},
) {
  const world = await hiddenWorld({});
  const capture = async (): Promise<void> => {
    await world.mock.clock.advance(10);
    world.mock.capture(world.sender, PAGE);
  };
  for (let count = 0; count < records; count += 1) await capture();
  await world.mock.clock.advance(1_000);
  const onRequest = async ({ number }: { number: number }): Promise<void> => {
    if (number % every === 0) await capture();
  };
  return calibrateWorld(world, { onRequest, ...options });
}

describe('a calibration of an account that captures records meanwhile', () => {
  it.each([1, 2, 3, 5, 8, 13, 40])(
    'reports no difference, with one in %i requests',
    async (every) => {
      const report = await whileCapturing(every);
      expect(judge(report, {}).falseAlarms).toEqual([]);
      expect(report.unchanged).toBe(true);
    },
  );

  it('finds it unchanged where not all of it was counted', async () => {
    const report = await whileCapturing(5, { records: 150, tier: 1, maxRecords: 100 });
    expect(report.unchanged).toBe(true);
    expect(report.inventory?.sender.complete).toBe(false);
    expect(report.inventory?.sender.before.records).toBeGreaterThan(50);
  });
});

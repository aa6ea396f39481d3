import { describe, expect, it } from 'vitest';
import { compareReports } from '../../src/calibrate/compare-reports.ts';
import { calibrateWorld } from './support/calibrated.ts';
import { hiddenWorld } from './support/hidden-world.ts';

describe('compareReports', () => {
  it('distinguishes drift from a point that one of the two reports has not measured', async () => {
    const earlier = await calibrateWorld(await hiddenWorld({}), { tier: 1 });
    const later = await calibrateWorld(await hiddenWorld({ domainNotHeld: 'notFound' }), {
      tier: 2,
    });
    const { hasDrift, changes } = compareReports(earlier, later);
    expect(hasDrift).toBe(true);
    expect(changes.filter(({ isDrift }) => isDrift)).toEqual([
      {
        kind: 'reading',
        name: 'domainNotHeld',
        before: { verdict: 'as documented', value: 'empty' },
        after: { verdict: 'as documented', value: 'notFound' },
        isDrift: true,
      },
    ]);
    expect(changes.length).toBeGreaterThan(20);
    expect(compareReports(earlier, earlier)).toEqual({ hasDrift: false, changes: [] });
  });
});

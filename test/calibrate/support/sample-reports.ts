import type { CalibrationReport } from '../../../src/calibrate/report.ts';
import { calibrateWorld } from './calibrated.ts';
import { hiddenWorld } from './hidden-world.ts';
import { plant } from './plant.ts';

/** Makes a report with each verdict, and an earlier one, from before the service drifted. */
export async function sampleReports(): Promise<{
  readonly report: CalibrationReport;
  readonly earlier: CalibrationReport;
}> {
  const world = await hiddenWorld({ pageFill: 'short' });
  const earlier = await calibrateWorld(world, { tier: 1 });
  const changed = await hiddenWorld({ domainNotHeld: 'notFound', pageFill: 'short' });
  const fetch = plant(changed.mock.fetch, {
    what: 'a 405 has no Allow',
    answered: ({ headers }) => headers.delete('allow'),
  });
  const report = await calibrateWorld(changed, {
    sender: changed.client(changed.sender, fetch),
    receiver: changed.client(changed.receiver, fetch),
  });
  return { report, earlier };
}

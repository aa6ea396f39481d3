import type { LeadReport } from '../../../src/intake/index.ts';
import { leadOf, leadWorld, OTHER_PHONE } from './lead-world.ts';

const shadow = { schemaVersion: 1, record: { maxAgeSeconds: 1 } } as const;

/** Makes a report of a ledger that has a lead of each kind, most of them from the second source. */
export async function sampleReport(
  by: LeadReport['by'],
  [first, second]: readonly [string, string] = ['sunroof', 'brightside'],
): Promise<LeadReport> {
  const world = leadWorld();
  const intake = world.intakeOf(undefined, { shadow });
  const [a = '', b = '', c = '', d = ''] = await Promise.all(
    [1, 2, 3, 4].map(() => world.share(world.capture())),
  );
  await world.mock.clock.advance({ days: 1 });
  await intake.take({ ...leadOf('A', a), source: first });
  await intake.take({ ...leadOf('A', a), source: second });
  await intake.take({ ...leadOf('B', b, OTHER_PHONE), source: second });
  await intake.take({ ...leadOf('C', c), source: second });
  world.mock.addFault({ operation: 'shares.receive', phase: 'before', status: 503 });
  await intake.take({ ...leadOf('D', d), source: second });
  await world.mock.clock.advance({ minutes: 1 });
  return intake.report({ by });
}

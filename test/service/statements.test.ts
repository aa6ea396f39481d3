import { expect, it, onTestFinished } from 'vitest';
import type { CalibrationReport } from '../../src/calibrate/report.ts';
import { STATEMENT_ROWS } from '../../src/calibrate/statement-rows.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import { calibrateWorld } from '../calibrate/support/calibrated.ts';
import { hiddenWorld, materialsIn } from '../calibrate/support/hidden-world.ts';
import type { DoorKind } from './support/door.ts';
import { eachDoor } from './support/each-door.ts';

// One suite for two targets: `calibrate` asks the live service about the same rows.

/**
 * Statements that do not occur in this world, in which everyone has billing and access, or that only a
 * receive of an unpaid record shows, which a calibration never sends.
 */
const UNSEEN =
  /^(?:(?:FORBIDDEN|API_ACCESS_DISABLED|PASSTHROUGH_ORG_\w+|CONFLICT|FAILED_PRECONDITION|CDR_PENDING) is |Retry-After is 2)/;

/** Calibrates a world with all possible materials, through one door. */
async function calibrated(door: DoorKind): Promise<CalibrationReport> {
  const world = await hiddenWorld({ sharePending: 'allowed' });
  const { mock } = world;
  const materials = await materialsIn(world);
  const opened = await door.open(mock);
  onTestFinished(() => opened.close());
  const { baseUrl } = opened;
  const fetch = door.name === 'mock.fetch' ? mock.fetch : globalThis.fetch;
  const client = (organization: typeof world.sender) =>
    new ConsentEvidence({ ...mock.clientOptions(organization), baseUrl, fetch });
  const [sender, receiver] = [client(world.sender), client(world.receiver)];
  return calibrateWorld(world, { sender, receiver, materials, tier: 3 });
}

eachDoor((_open, door) => {
  let run: Promise<CalibrationReport> | undefined;

  for (const { section, rule } of STATEMENT_ROWS) {
    it(`${section}: ${rule}`, async () => {
      run ??= calibrated(door);
      const { statements } = await run;
      const found = statements.find((each) => each.section === section && each.statement === rule);
      const verdict = UNSEEN.test(rule) ? 'not measured' : 'as documented';
      expect(found).toMatchObject({ verdict });
    });
  }
});

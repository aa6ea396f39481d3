import { calibrate } from '../../../src/calibrate/calibrate.ts';
import type { CalibrateOptions } from '../../../src/calibrate/options.ts';
import type { CalibrationReport } from '../../../src/calibrate/report.ts';
import type { Readings } from '../../../src/readings/readings.ts';
import { seededRandom } from '../../webhooks/kill/seeded-random.ts';
import {
  type HiddenWorld,
  hiddenWorld,
  materialsIn,
  namedMaterials,
  randomReadings,
} from './hidden-world.ts';

/** The results of one run in a world with hidden readings. */
export interface WorldResult {
  readonly report: CalibrationReport;
  readonly measured: number;
  /** Readings that the run got wrong. */
  readonly wrong: string[];
  /** Readings and statements that the run reported as different, although nothing was changed. */
  readonly falseAlarms: string[];
  readonly charges: number;
  readonly handoffs: number;
}

/** Compares a report with the known readings of the world. */
export function judge(report: CalibrationReport, readings: Partial<Readings>) {
  const told = report.readings.filter(({ verdict }) => verdict === 'as documented');
  const isWrong = ({ reading, value }: { reading: string; value?: unknown }): boolean =>
    value !== readings[reading as keyof Readings];
  const alarms = [
    ...report.readings.map(({ reading, verdict, saw }) => ({ name: reading, verdict, saw })),
    ...report.statements.map(({ statement, verdict, saw }) => ({ name: statement, verdict, saw })),
  ].filter(({ verdict }) => verdict === 'differs');
  return {
    measured: told.length,
    wrong: told.filter(isWrong).map(({ reading }) => reading),
    falseAlarms: alarms.map(({ name, saw }) => `${name}: ${saw}`),
  };
}

/** Calibrates a world. */
export async function calibrateWorld(
  world: HiddenWorld,
  options: Partial<CalibrateOptions> = {},
): Promise<CalibrationReport> {
  const { sender, receiver } = world;
  const clients = { sender: world.client(sender), receiver: world.client(receiver) };
  return calibrate({ ...clients, tier: 3, random: seededRandom(7), ...options });
}

/**
 * What a run gets besides two clients: nothing; the materials that the documentation credits with
 * 22 readings (pending and invalid record, a Dev Mode token, an expired one, a second token,
 * webhooks); or all materials.
 */
export type Given = 'alone' | 'named' | 'all';

/** Calibrates the world of this number, whose readings are hidden from the run. */
export async function runHidden(seed: number, given: Given): Promise<WorldResult> {
  const readings = randomReadings(seededRandom(seed));
  const world = await hiddenWorld(readings, `hidden ${seed}`);
  const all = given === 'alone' ? undefined : await materialsIn(world);
  const materials = given === 'named' && all !== undefined ? namedMaterials(all) : all;
  const [charges, handoffs] = [world.mock.charges().length, world.mock.shareEvents().length];
  const report = await calibrateWorld(world, { materials });
  return {
    report,
    ...judge(report, readings),
    charges: world.mock.charges().length - charges,
    handoffs: world.mock.shareEvents().length - handoffs,
  };
}

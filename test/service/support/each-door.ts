import { describe, onTestFinished } from 'vitest';
import { createMockService } from '../../../mock/fake/mock-service.ts';
import type { MockOptions } from '../../../mock/fake/options.ts';
import { DOORS, type DoorKind } from './door.ts';
import { World } from './world.ts';

/** The time at which every world of the suite starts. */
export const START = Date.UTC(2026, 0, 5, 12);

/** Opens a world for one test, closed when the test is over. */
export type Open = (options?: MockOptions) => Promise<World>;

function opener(door: DoorKind): Open {
  return async (options = {}) => {
    const mock = createMockService({
      now: START,
      idSeed: 'conformance',
      webhookTimestamps: 'world',
      // By default, no delivery leaves the process.
      webhookFetch: () => Promise.reject(new Error('this test has no receiver')),
      ...options,
    });
    const opened = await door.open(mock);
    onTestFinished(() => opened.close());
    return new World(mock, opened);
  };
}

/** The only door of this run, if set. A mutation run tests the core, which all doors share. */
const ONLY = process.env['SUITE_DOOR'];

/** Defines the same tests for every door of the fake, or for those that `fits` selects. */
export function eachDoor(
  define: (open: Open, door: DoorKind) => void,
  fits: (door: DoorKind) => boolean = () => true,
): void {
  const isAsked = (door: DoorKind) => ONLY === undefined || door.name === ONLY;
  for (const door of DOORS.filter(fits).filter(isAsked)) {
    describe(`through ${door.name}`, () => define(opener(door), door));
  }
}

import { describe, expect, it } from 'vitest';
import { calibrateWorld } from './support/calibrated.ts';
import { hiddenWorld } from './support/hidden-world.ts';
import { plant } from './support/plant.ts';
import { PLANTED_CHANGES } from './support/planted-changes.ts';

// `npm run proof:calibrate` plants all of them.
const SOME = PLANTED_CHANGES.filter((_, index) => index % 12 === 5);

describe('a service that was changed', () => {
  it.each(SOME)('$what: the run says that it differs', async (change) => {
    const world = await hiddenWorld({});
    const fetch = plant(world.mock.fetch, change);
    const sender = world.client(world.sender, fetch);
    const receiver = world.client(world.receiver, fetch);
    const { readings, statements } = await calibrateWorld(world, { sender, receiver });
    const told = [...readings, ...statements].filter(({ verdict }) => verdict === 'differs');
    expect(told.length).toBeGreaterThan(0);
  });
});

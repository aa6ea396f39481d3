import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AtLeastOnceWorld } from './at-least-once-world.ts';

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('capture' as const) }) },
  fc.record({ do: fc.constant('receive' as const) }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.nat(80) }),
  fc.record({ do: fc.constant('outage' as const), isUp: fc.boolean() }),
  fc.record({ do: fc.constant('fault' as const), isDone: fc.boolean() }),
  fc.record({ do: fc.constant('restart' as const) }),
  fc.record({ do: fc.constant('room' as const), room: fc.oneof(fc.constant(Infinity), fc.nat(4)) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('catchUp' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      index: fc.nat(9),
      /** To how many workers at once: its time ran out while the first was at work. */
      copies: fc.integer({ min: 1, max: 3 }),
      /** After how many steps of the archive the worker dies. */
      steps: fc.oneof(fc.constant(Infinity), fc.nat(4)),
      isDeleted: fc.boolean(),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function play(world: AtLeastOnceWorld, each: Step): Promise<void> {
  if (each.do === 'capture') await world.capture();
  else if (each.do === 'receive') await world.receive();
  else if (each.do === 'wait') await world.mock.clock.advance({ minutes: each.minutes });
  else if (each.do === 'outage') world.isUp = each.isUp;
  else if (each.do === 'fault') world.fault(each.isDone);
  else if (each.do === 'restart') world.restart();
  else if (each.do === 'catchUp') await world.catchUp();
  else if (each.do === 'room') world.room = each.room;
  else await world.deliver(each);
}

describe('examples/queues/at-least-once', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('archives each record and pays once for our own, whatever the queue repeats or reorders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const world = new AtLeastOnceWorld();
        for (const each of steps) await play(world, each);
        await world.settle();
        // What only the lost reply of a receive shared with us may be there too.
        const archived = new Set(world.archived());
        for (const cdrId of world.received) expect(archived).toContain(cdrId);
        for (const cdrId of world.captured) {
          expect(archived).toContain(cdrId);
          expect(world.mock.charges({ cdrId })).toMatchObject([{ cause: 'collect' }]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('reads a record that was shared with us once, however often it catches up', async () => {
    const world = new AtLeastOnceWorld();
    const cdrId = await world.receive();
    await world.mock.clock.advance({ hours: 2 });
    for (let run = 0; run < 5; run += 1) await world.catchUp();
    await world.settle();
    expect(world.reads(cdrId)).toBe(1);
  });

  it('queues in the next run what the queue refused in this one', async () => {
    const world = new AtLeastOnceWorld();
    world.room = 0;
    for (let record = 0; record < 3; record += 1) await world.capture();
    await world.mock.clock.advance({ hours: 2 });
    for (let run = 0; run < 3; run += 1) {
      world.room = 1;
      await world.catchUp();
      await world.deliver({ index: 0, copies: 1, steps: Infinity, isDeleted: true });
    }
    expect(world.archived()).toEqual(world.captured.toSorted());
  });

  it('rejects a message that is no job, and drops one whose id cannot be read', async () => {
    const { system } = new AtLeastOnceWorld();
    for (const message of [null, {}, 'text', { cdrId: 5, attempt: 1 }, { cdrId: 'cdr_1' }]) {
      await expect(system.handle(message as never)).rejects.toThrow(TypeError);
    }
    for (const cdrId of ['', '../keys', '\ud800']) {
      expect(await system.handle({ cdrId, attempt: 1 })).toMatchObject({ kind: 'drop' });
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconcile, type WebhookInbox } from '../../src/webhooks/index.ts';
import { HOUR_MS, RecordWorld, START_MS } from './support/record-world.ts';

const host = fc.constantFrom('a.example', 'own.a.example', 'b.example');

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('capture' as const), host }) },
  fc.record({ do: fc.constant('receive' as const), host }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.nat(150) }) },
  fc.record({ do: fc.constant('outage' as const), isUp: fc.boolean() }),
  fc.record({
    do: fc.constant('reconcile' as const),
    /** After how many calls of its inbox each run dies; a large number lets it finish. */
    deaths: fc.array(fc.nat(12), { minLength: 1, maxLength: 3 }),
  }),
);

/**
 * Wraps an inbox whose process dies after `calls` calls: the next one takes effect, but its result
 * is lost.
 */
function dyingInbox(inbox: WebhookInbox, calls: number): WebhookInbox {
  let left = calls;
  const dying =
    <Args extends unknown[], T>(method: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      left -= 1;
      if (left < -1) throw new Error('dead');
      const result = await method(...args);
      if (left < 0) throw new Error('died before it heard of it');
      return result;
    };
  return {
    take: dying(inbox.take),
    known: dying(inbox.known),
    marks: dying(inbox.marks),
    keepMark: dying(inbox.keepMark),
    ...(inbox.leaseRun && { leaseRun: dying(inbox.leaseRun) }),
  };
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Makes the world take the steps. Returns the records that were captured. */
async function play(world: RecordWorld, steps: readonly Step[]): Promise<string[]> {
  const captured: string[] = [];
  for (const each of steps) {
    if (each.do === 'capture') captured.push(await world.capture(each.host));
    else if (each.do === 'receive') await world.receive(each.host);
    else if (each.do === 'wait') await world.mock.clock.advance({ minutes: each.minutes });
    else if (each.do === 'outage') world.isUp = each.isUp;
    else await reconcileAll(world, each.deaths);
  }
  return captured;
}

/** Lets all events come or be given up, and reconciles once more. */
async function settle(world: RecordWorld): Promise<void> {
  await world.mock.clock.advance({ hours: 3 });
  await reconcileAll(world, [1e9, 1e9, 1e9]);
}

async function reconcileAll(world: RecordWorld, deaths: readonly number[]): Promise<void> {
  const options = { since: START_MS, clock: world.mock.clock };
  const runs = deaths.map((calls) =>
    reconcile(world.client, dyingInbox(world.inbox, calls), options),
  );
  await Promise.allSettled(runs);
}

const readings = fc.record({
  pageFill: fc.constantFrom('full' as const, 'short' as const),
  listTies: fc.constantFrom('cdrId' as const, 'shuffled' as const),
});

const steps = fc.array(step, { maxLength: 25 });

describe('whatever happens when', () => {
  it('each record that was captured is passed on once, and no received record', async () => {
    await fc.assert(
      fc.asyncProperty(readings, steps, async (read, each) => {
        const world = new RecordWorld({ readings: read });
        const captured = await play(world, each);
        await settle(world);
        expect(world.ids().sort()).toEqual(captured.sort());
      }),
      { numRuns: 25 },
    );
  });

  it('nothing is lost with a restored backup, after one run with acknowledged records', async () => {
    await fc.assert(
      fc.asyncProperty(
        readings,
        fc.tuple(steps, steps, steps),
        async (read, [before, lost, after]) => {
          const world = new RecordWorld({ readings: read });
          const captured = await play(world, before);
          const restore = world.backUp();
          const since = world.mock.clock.now() - HOUR_MS;
          captured.push(...(await play(world, lost)));
          restore();
          captured.push(...(await play(world, after)));
          const { client, inbox, mock } = world;
          await reconcile(client, inbox, { since, clock: mock.clock, acknowledged: true });
          await settle(world);
          expect(world.ids().sort()).toEqual(captured.sort());
        },
      ),
      { numRuns: 25 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconcile, type WebhookInbox } from '../../src/webhooks/index.ts';
import { RecordWorld, START_MS } from './support/record-world.ts';

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
  };
}

async function reconcileAll(world: RecordWorld, deaths: readonly number[]): Promise<void> {
  const options = { since: START_MS, clock: world.mock.clock };
  const runs = deaths.map((calls) =>
    reconcile(world.client, dyingInbox(world.inbox, calls), options),
  );
  await Promise.allSettled(runs);
}

describe('whatever happens when', () => {
  it('each record that was captured is handed on once, and none that was received', async () => {
    const readings = fc.record({
      pageFill: fc.constantFrom('full' as const, 'short' as const),
      listTies: fc.constantFrom('cdrId' as const, 'shuffled' as const),
    });
    await fc.assert(
      fc.asyncProperty(readings, fc.array(step, { maxLength: 25 }), async (read, steps) => {
        const world = new RecordWorld({ readings: read });
        const captured: string[] = [];
        for (const each of steps) {
          if (each.do === 'capture') captured.push(await world.capture(each.host));
          else if (each.do === 'receive') await world.receive(each.host);
          else if (each.do === 'wait') await world.mock.clock.advance({ minutes: each.minutes });
          else if (each.do === 'outage') world.isUp = each.isUp;
          else await reconcileAll(world, each.deaths);
        }
        await world.mock.clock.advance({ hours: 3 });
        await reconcileAll(world, [1e9, 1e9, 1e9]);
        expect(world.ids().sort()).toEqual(captured.sort());
      }),
      { numRuns: 25 },
    );
  });
});

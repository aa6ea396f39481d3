import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { DOORS } from './support/door.ts';
import { START } from './support/each-door.ts';
import { anySteps, ModelRun } from './support/model-run.ts';
import { PLAIN_PAGE, World } from './support/world.ts';

const [inProcess] = DOORS;

async function openWorld(readings: Partial<Readings> = {}): Promise<World> {
  const mock = createMockService({ now: START, idSeed: 'model', readings });
  if (inProcess === undefined) throw new Error('there is no door');
  return new World(mock, await inProcess.open(mock));
}

/** What happens between two pages of a walk. */
const anyEvents = fc.array(
  fc.record({
    kind: fc.constantFrom('capture', 'captureOld', 'invalidate', 'receive', 'advance'),
    what: fc.nat(40),
  }),
  { maxLength: 3 },
);

const anyWalk = fc.record({
  count: fc.integer({ min: 0, max: 25 }),
  pageSize: fc.integer({ min: 1, max: 7 }),
  order: fc.constantFrom('asc', 'desc'),
  filtered: fc.boolean(),
  readings: fc.record({
    pageFill: fc.constantFrom('full' as const, 'short' as const),
    metadataOrder: fc.constantFrom('createdAt' as const, 'shuffled' as const),
  }),
  events: fc.array(anyEvents, { maxLength: 12 }),
});

describe('the fake against a model of the service', () => {
  it('agrees on every answer and charge, whatever several organizations do in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const run = new ModelRun(await openWorld());
        for (const step of steps) await run.take(step);
      }),
      { numRuns: 300 },
    );
  });

  it('4.2 rule 4: a walk repeats nothing and loses nothing that was there from its start to its end', async () => {
    await fc.assert(
      fc.asyncProperty(anyWalk, async ({ count, pageSize, order, filtered, readings, events }) => {
        const world = await openWorld(readings);
        const { mock } = world;
        const [owner, other] = ['Owner', 'Other'].map((name) => mock.addOrganization({ name }));
        if (owner === undefined || other === undefined) throw new Error('unreachable');
        const page = { ...PLAIN_PAGE, customMetadata: { a: 'x' } };
        const captureAt = (agoMs: number, by = owner) =>
          mock.capture(by, { ...page, createdAt: mock.clock.now() - agoMs }).cdrId;
        const atStart = Array.from({ length: count }, (_, index) => captureAt((index >> 1) * 1000));
        const invalid = new Set<string>();
        const seen: string[] = [];
        let pageToken: string | undefined;
        for (let pages = 0; pages === 0 || pageToken !== undefined; pages += 1) {
          expect(pages).toBeLessThan(500);
          const filter = filtered ? { metadataKey: 'a', metadataValue: 'X' } : {};
          const next = pageToken === undefined ? {} : { pageToken };
          const query = { pageSize, order, ...filter, ...next };
          const { data } = await world.list(owner, 'example.com', query);
          seen.push(...data.cdrs.map(({ cdrId }) => cdrId));
          pageToken = data.nextPageToken;
          for (const { kind, what } of events[pages] ?? []) {
            const victim = atStart[what % Math.max(count, 1)];
            if (kind === 'capture') captureAt(0);
            else if (kind === 'captureOld') captureAt(what * 500);
            else if (kind === 'advance') await mock.clock.advance(what);
            else if (kind === 'receive') {
              const foreign = captureAt(what * 700, other);
              await world.receive(owner, await world.tokenOf(other, foreign));
            } else if (victim !== undefined) {
              mock.invalidate(victim);
              invalid.add(victim);
            }
          }
        }
        expect(new Set(seen).size).toBe(seen.length);
        const lasting = atStart.filter((cdrId) => !invalid.has(cdrId));
        expect(lasting.filter((cdrId) => !seen.includes(cdrId))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

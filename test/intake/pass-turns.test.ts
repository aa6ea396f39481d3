import { describe, expect, it } from 'vitest';
import { type LeadIntake, memoryLedger } from '../../src/intake/index.ts';
import { changed, leadOf, leadWorld } from './support/lead-world.ts';
import { stillClock } from './support/still-clock.ts';

/** Leads that are due, and an intake that counts how many are in work at the same time. */
async function dueLeads(count: number, onDecision = async (): Promise<void> => undefined) {
  const world = leadWorld();
  const { mock, intakeOf, capture, share } = world;
  const ledger = memoryLedger();
  const fault = mock.addFault({ operation: 'shares.receive', status: 503, times: Infinity });
  for (let n = 0; n < count; n += 1) {
    await intakeOf(ledger).take(leadOf(`L-${n}`, await share(capture())));
  }
  fault.remove();
  await mock.clock.advance({ hours: 1 });
  let inWork = 0;
  let most = 0;
  const counting = changed(ledger, {
    save(entry, within) {
      if (entry.dueAt === null || !entry.inHand) inWork -= 1;
      return ledger.save(entry, within);
    },
    async lease(query) {
      const leased = await ledger.lease(query);
      inWork += leased.entries.length;
      most = Math.max(most, inWork);
      return leased;
    },
  });
  const { clock, advance } = stillClock(world);
  const intake = intakeOf(counting, { clock, onDecision });
  return { intake, world, advance, most: () => most };
}

type Advance = (ms: number) => Promise<void>;
type Pass = (intake: LeadIntake<undefined>, advance: Advance) => Promise<unknown>;

const passes: [string, Pass][] = [
  ['resume', (intake) => intake.resume({ concurrency: 1 })],
  [
    'work',
    async (intake, advance) => {
      const stop = new AbortController();
      const working = intake.work({ signal: stop.signal, concurrency: 1 });
      for (let n = 0; n < 5; n += 1) await advance(1_000);
      stop.abort();
      await working;
    },
  ],
];

describe('passes of one intake', () => {
  it.each(passes)('never overlap: resume and %s', async (_, other) => {
    const { intake, world, advance, most } = await dueLeads(9);
    const [first, , third] = await Promise.all([
      intake.resume({ concurrency: 1, limit: 3 }),
      other(intake, advance),
      intake.resume({ concurrency: 1 }),
    ]);
    expect(first).toHaveLength(3);
    expect(third).toEqual([]);
    await intake.resume({ concurrency: 1 });
    expect(world.paid()).toHaveLength(9);
    expect(most()).toBe(1);
  });

  it('leave the others to a later one, if something hangs, for as long as a lease lasts', async () => {
    let end = (): void => undefined;
    const until = new Promise<void>((resolve) => (end = resolve));
    const { intake, world, advance } = await dueLeads(3, () => until);
    const hanging = intake.resume({ concurrency: 1, limit: 1 });
    await advance(70_000);
    expect(await intake.resume()).toEqual([]);
    expect(await intake.resume({ signal: AbortSignal.abort() })).toEqual([]);
    await advance(10_000);
    const late = intake.resume({ concurrency: 1 });
    await advance(0);
    end();
    expect(await hanging).toHaveLength(1);
    expect((await late).length).toBeGreaterThanOrEqual(2);
    expect(world.paid()).toHaveLength(3);
  });

  it('can be begun by onDecision, and then do nothing', async () => {
    const begun: unknown[] = [];
    const { intake, world } = await dueLeads(2, async () => {
      begun.push(await intake.resume());
    });
    expect(await intake.resume()).toHaveLength(2);
    expect(begun).toEqual([[], []]);
    expect(world.paid()).toHaveLength(2);
  });
});

import { describe, expect, it } from 'vitest';
import { type Ledger, memoryLedger } from '../../src/intake/index.ts';
import { changed, leadOf, leadWorld } from './support/lead-world.ts';

const MINUTE = 60_000;
const HOLD_FOR_MS = 30 * MINUTE;

type World = ReturnType<typeof leadWorld>;

const receives = (mock: World['mock']) =>
  mock.requests().filter(({ operation }) => operation === 'shares.receive');

/** A ledger whose worker is stopped for a while after a step, before it goes on. */
function sleepy(ledger: Ledger<undefined>, step: 'add' | 'lease', sleep: () => Promise<unknown>) {
  const run = ledger[step].bind(ledger) as (...args: unknown[]) => Promise<unknown>;
  let isAsleep = false;
  return changed(ledger, {
    [step]: async (...args: unknown[]) => {
      const result = await run(...args);
      if (!isAsleep) {
        isAsleep = true;
        await sleep();
      }
      return result;
    },
  });
}

describe('a worker that wakes after its lease', () => {
  it.each(['add', 'lease'] as const)(
    'in %s, sends nothing, and the lead is paid for once by the next',
    async (step) => {
      const { intakeOf, capture, share, mock, paid } = leadWorld();
      const ledger = memoryLedger();
      const lead = leadOf('L-1', await share(capture()));
      if (step === 'lease') {
        mock.addFault({ operation: 'shares.receive', status: 429 });
        await intakeOf(ledger).take(lead);
        await mock.clock.advance({ minutes: 1 });
      }
      const before = receives(mock).length;
      const sleepyLedger = sleepy(ledger, step, () => mock.clock.advance({ minutes: 2 }));
      const held = await intakeOf(sleepyLedger).take(lead);
      expect(held).toMatchObject({ decision: 'hold', code: 'LEASE_ENDED' });
      expect(receives(mock)).toHaveLength(before);
      expect(await ledger.get({ source: '', leadId: 'L-1' })).toMatchObject({
        inHand: false,
        inDoubt: false,
      });
      await mock.clock.advance({ minutes: 1 });
      expect(await intakeOf(ledger).resume()).toMatchObject([{ decision: 'accept' }]);
      expect(paid()).toHaveLength(1);
    },
  );

  it('gives what the next worker has decided meanwhile', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const ledger = memoryLedger();
    const sleepyLedger = sleepy(ledger, 'add', async () => {
      await mock.clock.advance({ minutes: 2 });
      await intakeOf(ledger).resume();
    });
    const lead = leadOf('L-1', await share(capture()));
    expect(await intakeOf(sleepyLedger).take(lead)).toMatchObject({ decision: 'accept' });
    expect(receives(mock)).toHaveLength(1);
    expect(paid()).toHaveLength(1);
  });

  it('waits for the service no longer than its lease lasts', async () => {
    const { intakeOf, clientOf, capture, share, mock } = leadWorld();
    const deadlines: (number | undefined)[] = [];
    const client = clientOf();
    const { shares } = client;
    const watched = {
      domains: client.domains,
      cdrs: client.cdrs,
      shares: Object.assign(Object.create(shares) as typeof shares, {
        tokenOf: shares.tokenOf.bind(shares),
        receive: (...[share_, options]: Parameters<typeof shares.receive>) => {
          deadlines.push(options?.deadlineMs);
          return shares.receive(share_, options);
        },
      }),
    };
    const sleepyLedger = sleepy(memoryLedger(), 'add', () => mock.clock.advance({ seconds: 19 }));
    const intake = intakeOf(sleepyLedger, { client: watched, deadlineMs: 2_500 });
    await intake.take(leadOf('L-1', await share(capture())));
    expect(deadlines).toEqual([1_000]);
  });
});

describe('after holdForMs', () => {
  it('a lead without a doubt is refused, and nothing is sent for it any more', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const ledger = memoryLedger();
    const lead = leadOf('L-1', await share(capture()));
    const fault = mock.addFault({ operation: 'shares.receive', status: 429, times: Infinity });
    const intake = intakeOf(ledger, { holdForMs: HOLD_FOR_MS });
    await intake.take(lead);
    await mock.clock.advance(HOLD_FOR_MS);
    fault.remove();
    const before = receives(mock).length;
    const [decision] = await intake.resume();
    expect(decision).toMatchObject({ decision: 'refuse', reasons: [{ code: 'HELD_TOO_LONG' }] });
    expect(receives(mock)).toHaveLength(before);
    expect(paid()).toEqual([]);
  });

  it('a worker that was stopped in between sends nothing that could be charged', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const ledger = memoryLedger();
    const lead = leadOf('L-1', await share(capture()));
    mock.addFault({ operation: 'shares.receive', status: 429 });
    const limits = { holdForMs: HOLD_FOR_MS, deadlineMs: 600_000, resumeDeadlineMs: 600_000 };
    await intakeOf(ledger, limits).take(lead);
    await mock.clock.advance({ minutes: 20 });
    const before = receives(mock).length;
    // The lease of twenty minutes is not over, but the lead's time is.
    const slow = sleepy(ledger, 'lease', () => mock.clock.advance({ minutes: 11 }));
    const [decision] = await intakeOf(slow, limits).resume();
    expect(decision).toMatchObject({ decision: 'refuse', reasons: [{ code: 'HELD_TOO_LONG' }] });
    expect(receives(mock)).toHaveLength(before);
    expect(paid()).toEqual([]);
  });

  it.each([true, false])(
    'a lead in doubt is asked about under a rule that no record meets; it was paid for: %s',
    async (wasPaid) => {
      const { intakeOf, capture, share, mock, paid } = leadWorld();
      const ledger = memoryLedger();
      const lead = leadOf('L-1', await share(capture()));
      const intake = intakeOf(ledger, { holdForMs: HOLD_FOR_MS });
      mock.addFault({
        operation: 'shares.receive',
        phase: wasPaid ? 'after' : 'before',
        drop: true,
      });
      await intake.take(lead);
      await mock.clock.advance(HOLD_FOR_MS);
      const [decision] = await intake.resume();
      expect(decision).toMatchObject(
        wasPaid
          ? { decision: 'accept' }
          : { decision: 'refuse', reasons: [{ code: 'HELD_TOO_LONG' }] },
      );
      expect(paid()).toHaveLength(Number(wasPaid));
    },
  );

  it.each([
    ['a doubt', { phase: 'before', drop: true }],
    ['none', { status: 429 }],
  ] as const)(
    'HELD_TOO_LONG comes no sooner than 15 minutes after the last receive, with %s',
    async (_what, fault) => {
      const { intakeOf, capture, share, mock, paid } = leadWorld();
      const ledger = memoryLedger();
      const intake = intakeOf(ledger, { holdForMs: HOLD_FOR_MS });
      const kept = mock.addFault({ operation: 'shares.receive', times: Infinity, ...fault });
      await intake.take(leadOf('L-1', await share(capture())));
      await mock.clock.advance(HOLD_FOR_MS - 1 * MINUTE);
      const [last] = await intake.resume();
      expect(last).toMatchObject({ decision: 'hold' });
      const asked = mock.clock.now();
      kept.remove();
      for (;;) {
        await mock.clock.advance({ minutes: 1 });
        const [decision] = await intake.resume();
        if (decision?.decision !== 'refuse') continue;
        expect(decision.reasons).toMatchObject([{ code: 'HELD_TOO_LONG' }]);
        expect(decision.decidedAt - asked).toBeGreaterThanOrEqual(15 * MINUTE);
        expect(decision.decidedAt - asked).toBeLessThanOrEqual(32 * MINUTE);
        break;
      }
      expect(paid()).toEqual([]);
    },
  );

  it('counts the lease of a worker that died as its last receive', async () => {
    const { intakeOf, clientOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const lead = leadOf('L-1', await share(capture()));
    const limits = { holdForMs: 16 * MINUTE, deadlineMs: 600_000 };
    const dead = clientOf({ fetch: () => new Promise<never>(() => undefined) });
    void intakeOf(ledger, { ...limits, client: dead, clock: frozen(mock.clock.now()) }).take(lead);
    await settle();
    const { dueAt: leaseEnd } = (await ledger.get({ source: '', leadId: 'L-1' })) ?? {};
    expect(leaseEnd).toBeGreaterThan(mock.clock.now() + 19 * MINUTE);
    const decided: number[] = [];
    while (decided.length === 0) {
      await mock.clock.advance({ minutes: 1 });
      for (const each of await intakeOf(ledger, limits).resume()) {
        if (each.decision === 'refuse') decided.push(each.decidedAt);
      }
    }
    expect(decided[0]).toBeGreaterThanOrEqual((leaseEnd ?? 0) + 15 * MINUTE);
  });

  it.each([1, 15 * MINUTE - 1, 366 * 86_400_000 + 1, 1.5 * MINUTE + 0.5])(
    'cannot be set to %d ms',
    (holdForMs) => {
      const { intakeOf } = leadWorld();
      expect(() => intakeOf(memoryLedger(), { holdForMs })).toThrow(
        'holdForMs: expected a whole number of milliseconds from 900000 to 31622400000',
      );
    },
  );
});

/** The clock of a process that stands still. */
const frozen = (now: number) => ({
  now: () => now,
  sleep: () => new Promise<never>(() => undefined),
});

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

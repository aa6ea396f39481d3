import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LedgerError, memoryLedger } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { all, changed, leadOf, leadWorld } from './support/lead-world.ts';

const ANSWER_WITHIN_MS = 2_300;

/** The layers of a take, each of which may hang in turn. */
const LAYERS = ['open', 'add', 'service', 'onDecision', 'save'] as const;

/** A promise that ends when it is let go. */
function hanging() {
  let letGo: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { over, letGo };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A take in which one layer hangs, before or after it has done its work. */
async function trial(layer: (typeof LAYERS)[number], when: 'before' | 'after', lateMs: number) {
  const world = leadWorld();
  const { intakeOf, capture, share, clientOf, mock, paid } = world;
  const { over, letGo } = hanging();
  const slow = async <T>(work: () => Promise<T>): Promise<T> => {
    if (when === 'before') await over;
    const result = await work();
    if (when === 'after') await over;
    return result;
  };
  const real = memoryLedger();
  const step = layer === 'service' || layer === 'onDecision' ? undefined : layer;
  const ledger =
    step === undefined
      ? real
      : changed(real, {
          [step]: (...args: []) =>
            slow(() => (real[step] as (...a: []) => Promise<never>)(...args)),
        });
  const client = clientOf();
  if (layer === 'service') {
    const { receive } = client.shares;
    client.shares.receive = ((...args: Parameters<typeof receive>) =>
      slow(() => receive(...args))) as typeof receive;
  }
  let told = 0;
  const onDecision = async () => {
    if (layer === 'onDecision') await over;
    told += 1;
  };
  const options = { client, onDecision, answerWithinMs: ANSWER_WITHIN_MS };
  const lead = leadOf('L-1', await share(capture()));
  const began = Date.now();
  const answer = intakeOf(ledger, options)
    .take(lead)
    .catch((error: unknown) => error);
  await settled();
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
  const given = (await Promise.race([
    answer,
    settled()
      .then(settled)
      .then(() => 'late'),
  ])) as object;
  const afterMs = Date.now() - began;
  await mock.clock.advance(lateMs);
  letGo();
  await settled();
  // Whatever was left, the next passes end it.
  for (let pass = 0; pass < 4; pass += 1) {
    await mock.clock.advance({ minutes: 2 });
    await intakeOf(real, { onDecision }).resume();
  }
  const again = await intakeOf(real, { onDecision }).take(lead);
  const orphans = await all(intakeOf(real).orphans());
  return { given, afterMs, again, paid: paid(), told, orphans };
}

// It is of the platform's time, for what hangs is.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('answerWithinMs', () => {
  it('is kept whatever layer hangs, and no lead is lost or paid for twice', async () => {
    const layer = fc.constantFrom(...LAYERS);
    const when = fc.constantFrom('before' as const, 'after' as const);
    await fc.assert(
      fc.asyncProperty(layer, when, fc.constantFrom(0, 500, 60_000), async (at, point, lateMs) => {
        const result = await trial(at, point, lateMs);
        expect(result.afterMs).toBe(ANSWER_WITHIN_MS);
        // Until the ledger has answered, nobody can know whether the lead is saved.
        if (at === 'open' || at === 'add') expect(result.given).toBeInstanceOf(LedgerError);
        else expect(result.given).toMatchObject({ decision: 'hold', code: 'STILL_WORKING' });
        expect(result.again).toMatchObject({ decision: 'accept' });
        expect(result.paid).toHaveLength(1);
        expect(result.told).toBeGreaterThanOrEqual(1);
        expect(result.orphans).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('leaves the answer of a quick take as it is, and no timer behind', async () => {
    const { intakeOf, capture, share } = leadWorld();
    const intake = intakeOf(memoryLedger(), { answerWithinMs: ANSWER_WITHIN_MS });
    const decision = await intake.take(leadOf('L-1', await share(capture())));
    expect(decision).toMatchObject({ decision: 'accept' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('holds also while onDecision awaits in a transaction of SQLite', async () => {
    const { intakeOf, capture, share } = leadWorld();
    const { over, letGo } = hanging();
    const intake = intakeOf(sqliteLedger(new DatabaseSync(':memory:')), {
      answerWithinMs: 100,
      onDecision: () => over,
    });
    const answer = intake.take(leadOf('L-1', await share(capture())));
    await settled();
    await vi.advanceTimersByTimeAsync(100);
    expect(await answer).toMatchObject({ decision: 'hold', code: 'STILL_WORKING' });
    letGo();
    await settled();
    expect(await intake.get('L-1')).toMatchObject({ decision: 'accept' });
  });

  it.each([99, 600_001, 0.5, '2300'])('refuses %j', (answerWithinMs) => {
    const make = () =>
      leadWorld().intakeOf(memoryLedger(), { answerWithinMs: answerWithinMs as number });
    expect(make).toThrow('answerWithinMs: expected a whole number of milliseconds');
  });
});

import { describe, expect, it } from 'vitest';
import { simulate, toHold } from '../../mock/simulate.ts';
import { memoryLedger } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { intakeOn } from './support/programs.ts';
import { besideSqliteStore, onMemoryStore, onSqliteStore } from './support/receivers.ts';

expect.extend({ toHold });

/** `npm run proof:simulate` has 20,000 and 5,000. */
const LEAD_WORLDS = 200;
const EVENT_WORLDS = 120;

describe('the intake, in two hundred worlds', () => {
  it.each([
    ['memory', intakeOn(() => memoryLedger())],
    ['SQLite', intakeOn(() => sqliteLedger(':memory:'))],
  ])('holds with the ledger in %s', { timeout: 300_000 }, async (_where, start) => {
    const report = await simulate({ start, worlds: LEAD_WORLDS });
    expect(report).toHold();
    expect(report.worlds).toBe(LEAD_WORLDS);
    const { leads, accepted, charges, crashes } = report.tried;
    expect(leads).toBeGreaterThan(LEAD_WORLDS);
    expect(accepted).toBeGreaterThan(leads / 3);
    expect(charges).toBeGreaterThan(accepted / 2);
    expect(crashes).toBeGreaterThan(LEAD_WORLDS / 5);
  });
});

describe('the webhook handler', () => {
  it.each([
    ['memory, and work that knows what it has done', onMemoryStore],
    ['SQLite, and work in its transaction', onSqliteStore],
  ])('holds with the store in %s', { timeout: 100_000 }, async (_where, start) => {
    const report = await simulate({ start, worlds: EVENT_WORLDS });
    expect(report).toHold();
    const { deliveries, effects, crashes } = report.tried;
    expect(deliveries).toBeGreaterThan(effects);
    expect(effects).toBeGreaterThan(EVENT_WORLDS);
    expect(crashes).toBeGreaterThan(EVENT_WORLDS / 20);
  });

  it('does work beside its store at least once, not exactly once', async () => {
    const { broken } = await simulate({ start: besideSqliteStore, worlds: EVENT_WORLDS });
    expect(broken.map(({ invariant }) => invariant)).toEqual(['noEffectTwice']);
  });
});

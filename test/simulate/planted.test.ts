import { describe, expect, it } from 'vitest';
import { type StartProgram, simulate } from '../../mock/simulate.ts';
import { lastLeadHasIt } from './support/planted-last-lead.ts';
import { buyerWith, type Mistake } from './support/planted-takes.ts';
import { answersFirst, looksFirst, marksFirst } from './support/planted-webhooks.ts';

const WORLDS_MAX = 1_000;
/** Worlds per lot. Each lot has its own seed, and none is run after the breach is found. */
const LOT = 25;

/** Returns the length of the shortest story that breaks the invariant. */
async function shortest(start: StartProgram, invariant: string): Promise<number | undefined> {
  for (let lot = 0; lot < WORLDS_MAX / LOT; lot += 1) {
    const { broken } = await simulate({ start, worlds: LOT, seed: `planted ${lot}` });
    const breach = broken.find((each) => each.invariant === invariant);
    if (breach !== undefined) return breach.steps.length;
  }
  return undefined;
}

const TAKES: readonly (readonly [Mistake, string])[] = [
  ['refuses what was lost', 'nothingPaidAndLost'],
  ['refuses a link that expired meanwhile', 'nothingPaidAndLost'],
  ['writes down after asking', 'nothingPaidAndLost'],
  ['forgets which records it has', 'oneChargePerRecord'],
  ['looks and then leaps', 'oneChargePerRecord'],
  ['trusts a receipt of before', 'noStranger'],
  ['leaves the phone out', 'noStranger'],
  ['keeps held leads in memory', 'everyLeadDecided'],
  ['never asks again', 'everyLeadDecided'],
];

const WEBHOOKS: readonly (readonly [string, StartProgram, string])[] = [
  ['answers first', answersFirst, 'noEventLost'],
  ['marks first', marksFirst, 'noEventLost'],
  ['looks first', looksFirst, 'noEffectTwice'],
];

describe('a program with one planted mistake', () => {
  it.each(TAKES)('a buyer who %s breaks %s', async (mistake, invariant) => {
    const steps = await shortest(buyerWith(mistake), invariant);
    expect(steps).toBeDefined();
    expect(steps).toBeLessThan(20);
  });

  it('a buyer who says of every lead that it may be paid for decides no lead', async () => {
    const take = async () => ({ decision: 'hold', code: 'PAID_UNKNOWN' }) as const;
    expect(await shortest(() => ({ take }), 'everyLeadDecided')).toBeDefined();
  });

  it('a buyer who takes a decision back has still accepted both leads', async () => {
    const steps = await shortest(lastLeadHasIt, 'oneChargePerRecord');
    expect(steps).toBeDefined();
    expect(steps).toBeLessThan(20);
  });

  it.each(WEBHOOKS)('a receiver that %s is told so', async (_what, start, invariant) => {
    const steps = await shortest(start, invariant);
    expect(steps).toBeDefined();
    expect(steps).toBeLessThan(20);
  });
});

import type { StartProgram } from '../../../mock/simulate.ts';
import { changesItsMind, keepsTheRecord } from './planted-intakes.ts';
import { buyerWith, type Mistake } from './planted-takes.ts';
import {
  answersFirst,
  locksInMemory,
  looksFirst,
  marksFirst,
  trustsAnyone,
} from './planted-webhooks.ts';

/**
 * The mistakes of a buyer, the invariant that each breaks, and a world of the seed `planted` that does.
 */
export const TAKES: readonly (readonly [Mistake, string, number])[] = [
  ['refuses what was lost', 'nothingPaidAndLost', 28],
  ['refuses a link that expired meanwhile', 'nothingPaidAndLost', 62],
  ['writes down after asking', 'nothingPaidAndLost', 12],
  ['forgets which records it has', 'oneChargePerRecord', 8],
  ['looks and then leaps', 'oneChargePerRecord', 36],
  ['trusts a receipt of before', 'noStranger', 123],
  ['leaves the phone out', 'noStranger', 13],
  ['keeps held leads in memory', 'everyLeadDecided', 21],
  ['never asks again', 'everyLeadDecided', 11],
  ['sends no criteria', 'criteriaMet', 6],
];

/** Receivers with one mistake, the invariant that each breaks, and a world that does. */
export const WEBHOOKS: readonly (readonly [string, StartProgram, string, number])[] = [
  ['answers first', answersFirst, 'noEventLost', 8],
  ['marks first', marksFirst, 'noEventLost', 8],
  ['looks first', looksFirst, 'noEffectTwice', 23],
];

/** A program with one mistake. */
export interface Planted {
  readonly name: string;
  readonly start: StartProgram;
  /** What it breaks; `empty`: nothing, but it cannot hold. */
  readonly invariant: string;
  readonly machines?: number;
}

/** The programs that `npm run proof:simulate` must find. */
export const PLANTED: readonly Planted[] = [
  ...TAKES.map(([name, invariant]) => ({ name, start: buyerWith(name), invariant })),
  ...WEBHOOKS.map(([name, start, invariant]) => ({ name, start, invariant })),
  { name: 'orphans that are none', start: keepsTheRecord, invariant: 'orphansAreOrphans' },
  { name: 'decisions that change', start: changesItsMind, invariant: 'finalStaysFinal' },
  {
    name: 'a lock in one machine’s memory',
    ...{ start: locksInMemory, invariant: 'noEffectTwice', machines: 2 },
  },
  { name: 'a webhook that trusts anyone', start: trustsAnyone, invariant: 'noForgedEffect' },
  {
    name: 'does nothing',
    start: () => ({ take: () => ({ decision: 'refuse' }) }),
    invariant: 'empty',
  },
];

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

/** The mistakes of a buyer, and the invariant that each breaks. */
export const TAKES: readonly (readonly [Mistake, string])[] = [
  ['refuses what was lost', 'nothingPaidAndLost'],
  ['refuses a link that expired meanwhile', 'nothingPaidAndLost'],
  ['writes down after asking', 'nothingPaidAndLost'],
  ['forgets which records it has', 'oneChargePerRecord'],
  ['looks and then leaps', 'oneChargePerRecord'],
  ['trusts a receipt of before', 'noStranger'],
  ['leaves the phone out', 'noStranger'],
  ['keeps held leads in memory', 'everyLeadDecided'],
  ['never asks again', 'everyLeadDecided'],
  ['sends no criteria', 'criteriaMet'],
];

/** Receivers with one mistake, and the invariant that each breaks. */
export const WEBHOOKS: readonly (readonly [string, StartProgram, string])[] = [
  ['answers first', answersFirst, 'noEventLost'],
  ['marks first', marksFirst, 'noEventLost'],
  ['looks first', looksFirst, 'noEffectTwice'],
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

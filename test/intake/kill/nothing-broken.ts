import { KEPT } from '../support/broken-promises.ts';
import type { IntakeKillResult } from './kill-result.ts';

/** What must be 0 at the end. */
export const NOTHING_BROKEN = {
  ...KEPT,
  forgotten: 0,
  changed: 0,
  notToldOnce: 0,
  toldOtherwise: 0,
  notListed: 0,
  chargedBeyondReport: 0,
  notErased: 0,
  died: 0,
} as const satisfies Partial<IntakeKillResult>;

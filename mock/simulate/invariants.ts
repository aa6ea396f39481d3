import { criteriaMet } from './criteria-met.ts';
import { noEffectTwice, noEventLost, noForgedEffect } from './event-rules.ts';
import { everyLeadDecided, finalStaysFinal, noStranger } from './lead-rules.ts';
import { nothingPaidAndLost, oneChargePerRecord, orphansAreOrphans } from './money-rules.ts';
import type { Rule } from './rule.ts';

/** The built-in invariants. */
export const SHIPPED = {
  oneChargePerRecord,
  noStranger,
  criteriaMet,
  finalStaysFinal,
  nothingPaidAndLost,
  orphansAreOrphans,
  everyLeadDecided,
  noEventLost,
  noEffectTwice,
  noForgedEffect,
} as const satisfies Readonly<Record<string, Rule>>;

import { judge } from '../acceptance/judge.ts';
import { DEFAULT_ACCEPTANCE_READINGS, READING_VALUES } from '../acceptance/readings.ts';
import type { AcceptanceVerdict } from '../acceptance/verdict.ts';
import type { AcceptanceCriteria } from '../contract/acceptance.ts';
import type { Cdr } from '../contract/cdr.ts';
import type { ShadowVerdict } from './decision.ts';

/** The readings that can change whether a record meets criteria, without `leadMatch`. */
const READINGS = READING_VALUES.unicodeForm.flatMap((unicodeForm) =>
  READING_VALUES.missingMechanism.flatMap((missingMechanism) =>
    READING_VALUES.finalSigma.map((finalSigma) => ({
      ...DEFAULT_ACCEPTANCE_READINGS,
      unicodeForm,
      missingMechanism,
      finalSigma,
    })),
  ),
);

/** Judges a record without its phone; `undefined` where the record cannot be judged. */
function verdictOn(
  { leadMatch: _, ...criteria }: AcceptanceCriteria,
  cdr: Cdr,
  now: number,
  readings = DEFAULT_ACCEPTANCE_READINGS,
): AcceptanceVerdict | undefined {
  try {
    return judge(criteria, cdr, { now, readings });
  } catch {
    return undefined; // a record or criteria of another shape than documented prove nothing
  }
}

/**
 * Whether a receive with these criteria at that instant would have been refused, whatever the
 * service makes of what the specification leaves open. The phone is not looked at.
 */
export function isRefusedAnyway(criteria: AcceptanceCriteria, cdr: Cdr, now: number): boolean {
  return READINGS.every((each) => verdictOn(criteria, cdr, now, each)?.outcome === 'rejected');
}

/** Judges a record by the shadow criteria. */
export function shadowOf(shadow: AcceptanceCriteria, cdr: Cdr, now: number): ShadowVerdict {
  const verdict = verdictOn(shadow, cdr, now);
  if (verdict === undefined) return { outcome: 'undecidable', codes: [] };
  const codes = [...new Set(verdict.failures.map(({ code }) => String(code)))];
  if (verdict.outcome === 'rejected') return { outcome: 'refused', codes };
  return { outcome: verdict.undecidable.length > 0 ? 'undecidable' : 'met', codes };
}

import { READING_MEANINGS, type ReadingMeaning } from '../../readings/reading-meanings.ts';
import type { ReadingResult, Verdict } from '../report.ts';

/** The order in which verdicts are shown: those that need attention first. */
const VERDICT_ORDER: readonly Verdict[] = ['differs', 'as documented', 'not measured'];

/** A reading in words. Members are `undefined` for a reading of another version of the package. */
export interface ToldReading {
  readonly section: string | undefined;
  readonly meaning: string | undefined;
  /** What a client sees with the value that was found. */
  readonly effect: string | undefined;
}

/** Returns what is known about a reading and about the value that was measured. */
export function toldReading({ reading, value }: ReadingResult): ToldReading {
  const known: ReadingMeaning | undefined = Object.hasOwn(READING_MEANINGS, reading)
    ? READING_MEANINGS[reading as keyof typeof READING_MEANINGS]
    : undefined;
  const effects = known?.effects ?? {};
  const name = String(value);
  const effect = value !== undefined && Object.hasOwn(effects, name) ? effects[name] : undefined;
  return { section: known?.section, meaning: known?.meaning, effect };
}

/** Returns how many results have each verdict; they are never added up. */
export function countsOf(results: readonly { readonly verdict: Verdict }[]): string {
  return VERDICT_ORDER.map(
    (verdict) => `${results.filter((each) => each.verdict === verdict).length} ${verdict}`,
  ).join(', ');
}

/** Sorts results by verdict, those that need attention first, and otherwise keeps their order. */
export function byVerdict<Result extends { readonly verdict: Verdict }>(
  results: readonly Result[],
): Result[] {
  return VERDICT_ORDER.flatMap((verdict) => results.filter((each) => each.verdict === verdict));
}

/** Formats an instant as `2026-01-05 12:00:00 UTC`; returns any other text unchanged. */
export function instantText(text: string): string {
  const [whole, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  return whole === undefined ? text : `${day} ${time} UTC`;
}

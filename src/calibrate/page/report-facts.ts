import { READING_MEANINGS, type ReadingMeaning } from '../../readings/reading-meanings.ts';
import type { ReadingResult, Verdict } from '../report.ts';

/** The order in which verdicts are told: what asks for a reader first. */
export const VERDICT_ORDER: readonly Verdict[] = ['differs', 'as documented', 'not measured'];

/** A reading in words. Another version of the package may have named one that this one does not know. */
export interface ToldReading {
  readonly section: string | undefined;
  readonly meaning: string | undefined;
  /** What a client sees under the value that was found. */
  readonly effect: string | undefined;
}

/** What is known of a reading, and of the value by which the service reads it. */
export function toldReading({ reading, value }: ReadingResult): ToldReading {
  const known: ReadingMeaning | undefined = Object.hasOwn(READING_MEANINGS, reading)
    ? READING_MEANINGS[reading as keyof typeof READING_MEANINGS]
    : undefined;
  const effects = known?.effects ?? {};
  const name = String(value);
  const effect = value !== undefined && Object.hasOwn(effects, name) ? effects[name] : undefined;
  return { section: known?.section, meaning: known?.meaning, effect };
}

/** How many of each verdict there are; never one number. */
export function countsOf(results: readonly { readonly verdict: Verdict }[]): string {
  return VERDICT_ORDER.map(
    (verdict) => `${results.filter((each) => each.verdict === verdict).length} ${verdict}`,
  ).join(', ');
}

/** Those that ask for a reader first; else in the order of the report. */
export function byVerdict<Result extends { readonly verdict: Verdict }>(
  results: readonly Result[],
): Result[] {
  return VERDICT_ORDER.flatMap((verdict) => results.filter((each) => each.verdict === verdict));
}

/** `2026-01-05 12:00:00 UTC`; what is no instant stays as it is. */
export function instantText(text: string): string {
  const [whole, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  return whole === undefined ? text : `${day} ${time} UTC`;
}

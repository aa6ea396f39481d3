import { InvalidArgumentError } from 'commander';

/** Collects the values of a flag that may be repeated, each time with one value. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** Creates a parser for a flag that is a whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

/** A date, alone or with a time, as in ISO 8601. `Date` would read almost any other text as some day. */
const ISO =
  /^(\d{4}-\d{2}-(\d{2}))(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** Whether a month has its day: `Date` reads 30 February as 2 March. */
function isDay(date: string, day: string): boolean {
  return new Date(date).getUTCDate() === Number(day);
}

/**
 * Returns the instant in Unix milliseconds: digits are milliseconds, anything else is a date. A time
 * without a zone is local. `undefined` if it is neither, or has more digits: those are microseconds, or
 * so near to the end of time that a clock cannot go on from there.
 */
export function instantOf(text: string): number | undefined {
  const [, date, day] = ISO.exec(text) ?? [];
  const isDate = date !== undefined && day !== undefined && isDay(date, day);
  if (!isDate && !/^\d{1,15}$/.test(text)) return undefined;
  const instant = isDate ? Date.parse(text.replace(' ', 'T')) : Number(text);
  return Number.isFinite(new Date(instant).getTime()) ? instant : undefined;
}

/** Parses the instant of a flag. */
export function parseInstant(text: string): number {
  const instant = instantOf(text);
  if (instant !== undefined) return instant;
  throw new InvalidArgumentError('Expected a time such as 2026-01-05T12:00:00Z, or milliseconds.');
}

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

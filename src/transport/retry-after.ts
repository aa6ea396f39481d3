import type { WebHeaders } from '../platform.ts';

// Both forms of an HTTP date that name the weekday and the zone (RFC 9110 §5.6.7). Anything looser
// would let `Date.parse` read a number as a year.
const HTTP_DATE = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;

function parseHttpDate(text: string | null): number | undefined {
  if (text === null || !HTTP_DATE.test(text.trim())) return undefined;
  const at = Date.parse(text.trim());
  return Number.isNaN(at) ? undefined : at;
}

/** Returns the time of the `Date` header in Unix milliseconds, exact to a second. */
export function dateOf(headers: WebHeaders): number | undefined {
  return parseHttpDate(headers.get('date'));
}

/** The commas between values, but not the one in a date. */
const BETWEEN_VALUES = /,(?! \d\d[ -][A-Z])/;

/**
 * Returns how long `Retry-After` asks to wait, in milliseconds; `undefined` if it is neither digits
 * nor an HTTP date. A date is measured from the reply's own `Date`, so that a wrong clock here does
 * not shorten the wait. Two such headers (a gateway adds its own) arrive as one, with a comma: the
 * longest wait counts.
 */
export function retryAfterMsOf(headers: WebHeaders, now: number): number | undefined {
  const values = headers.get('retry-after')?.split(BETWEEN_VALUES) ?? [];
  const waits = values.flatMap((value) => {
    if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
    const at = parseHttpDate(value);
    return at === undefined ? [] : at - (dateOf(headers) ?? now);
  });
  if (waits.length === 0) return undefined;
  const longest = waits.reduce((most, wait) => Math.max(most, wait), 0);
  return Math.min(longest, Number.MAX_SAFE_INTEGER);
}

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

/**
 * Returns how long `Retry-After` asks to wait, in milliseconds; `undefined` if it is neither digits
 * nor an HTTP date. A date is measured from the reply's own `Date`, so that a wrong clock here does
 * not shorten the wait.
 */
export function retryAfterMsOf(headers: WebHeaders, now: number): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text.trim())) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  const at = parseHttpDate(text);
  return at === undefined ? undefined : Math.max(0, at - (dateOf(headers) ?? now));
}

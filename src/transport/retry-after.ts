import type { WebHeaders } from '../platform/platform.ts';
import { parseHttpDate } from './http-date.ts';

/** Returns the time of the `Date` header in Unix milliseconds, exact to a second. */
export function dateOf(headers: WebHeaders, now: number): number | undefined {
  return parseHttpDate(headers.get('date')?.trim() ?? '', now);
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
    const at = parseHttpDate(value.trim(), now);
    return at === undefined ? [] : at - (dateOf(headers, now) ?? now);
  });
  if (waits.length === 0) return undefined;
  const longest = waits.reduce((most, wait) => Math.max(most, wait), 0);
  return Math.min(longest, Number.MAX_SAFE_INTEGER);
}

import { InvalidArgumentError } from 'commander';

/** Parses an instant: digits are milliseconds, anything else is parsed by `Date`. */
export function parseInstant(text: string): number {
  const instant = /^\d{1,16}$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isFinite(new Date(instant).getTime())) return instant;
  throw new InvalidArgumentError('Expected a time such as 2026-01-05T12:00:00Z, or milliseconds.');
}

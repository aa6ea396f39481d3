import { InvalidArgumentError } from 'commander';
import { instantOf } from './instant-of.ts';

/** Parses the instant of a flag. */
export function parseInstant(text: string): number {
  const instant = instantOf(text);
  if (instant !== undefined) return instant;
  throw new InvalidArgumentError('Expected a time such as 2026-01-05T12:00:00Z, or milliseconds.');
}

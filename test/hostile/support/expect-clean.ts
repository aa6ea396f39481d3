import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { expect } from 'vitest';

/** Returns everything that a log of `error` could show. */
export function shownOf(error: unknown): string {
  const { stack, cause } = error as Error;
  const plain = (value: unknown) => `${String(value)}\n${JSON.stringify(value)}\n`;
  const deep = (value: unknown) => inspect(value, { depth: 10 });
  return [plain(error), deep(error), stack, plain(cause), deep(cause)].join('\n');
}

/** Expects none of the secrets in anything that a log of `error` could show. */
export function expectNoSecret(error: unknown, secrets: readonly string[]): void {
  const shown = shownOf(error);
  for (const secret of secrets) expect(shown).not.toContain(secret);
}

/** Expects no listener to be left on the caller's signal. */
export function expectNoListener(signal: AbortSignal): void {
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
}

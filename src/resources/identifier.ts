import type { Operation } from '../contract/endpoints.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';

/** Longer than any identifier, token or share URL: a bound, for it may come from a stranger. */
export const IDENTIFIER_MAX_CHARS = 8192;

/** Why `value` cannot be one segment of a path (spec §1), or `undefined`. Never repeats it. */
export function identifierProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'expected a string';
  if (value === '') return 'must not be empty';
  if (value === '.' || value === '..') return 'must not be "." or ".."';
  if (value.length > IDENTIFIER_MAX_CHARS) {
    return `must not be longer than ${IDENTIFIER_MAX_CHARS} characters`;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[/\\\u0000-\u001f\u007f-\u009f]/.test(value)) {
    return 'must not hold "/", "\\" or a control character';
  }
  if (/\p{Surrogate}/u.test(value)) return 'must be well-formed Unicode';
  return undefined;
}

/** Refuses what cannot be one segment of a path. */
export function checkIdentifier(path: string, value: unknown, operation: Operation): void {
  const problem = identifierProblem(value);
  if (problem !== undefined) throw invalidInput(path, problem, operation);
}

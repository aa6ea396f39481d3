import type { Operation } from '../contract/endpoints.ts';
import { identifierProblem } from '../contract/path.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';

/** Throws an `InvalidInputError` if `value` cannot be a path segment. */
export function checkIdentifier(path: string, value: unknown, operation: Operation): void {
  const problem = identifierProblem(value);
  if (problem !== undefined) throw invalidInput(path, problem, operation);
}

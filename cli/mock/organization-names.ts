import { type InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';

/** A seed can have thousands. */
const NAMED_MAX = 20;

/** The error of `--as` with an id that the fake does not have. */
export function unknownOrganization(as: string, known: readonly string[]): InvalidInputError {
  const more = known.length - NAMED_MAX;
  const named = known.slice(0, NAMED_MAX).join(', ') + (more > 0 ? ` or ${more} more` : '');
  const expected = known.length === 0 ? '' : `; expected one of ${named}`;
  return invalidInput('--as', `the fake has no organization "${as}"${expected}`);
}

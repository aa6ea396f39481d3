import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { ISSUES_MAX } from '../../src/options/issue.ts';
import { checkInput } from '../ground/check-input.ts';
import { referenceIssues } from './reference-issues.ts';
import type { Seed } from './seed.ts';
import { seedSchema } from './seed-schema.ts';

/**
 * Returns the seed itself. Refuses anything that is not a seed, or whose parts do not fit together.
 * The service's own rules are checked only when the seed is applied.
 *
 * @throws InvalidInputError with a path for each issue, for example `shares.0.receivedBy.1`.
 */
export function checkSeed(given: unknown): Seed {
  checkInput(seedSchema(), given);
  const seed = given as Seed;
  const issues = referenceIssues(seed);
  if (issues.length > 0) throw new InvalidInputError(issues.slice(0, ISSUES_MAX));
  return seed;
}

import { ISSUES_MAX } from '../../src/contract/issue.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { checkInput } from '../ground/check-input.ts';
import { referenceIssues } from './reference-issues.ts';
import type { Seed } from './seed.ts';
import { seedSchema } from './seed-schema.ts';

/**
 * Refuses what is no seed, and a seed whose parts do not fit together; gives back the seed itself.
 * What only the service's rules refuse shows when the seed is applied.
 *
 * @throws InvalidInputError with a path for each fault, as `shares.0.receivedBy.1`.
 */
export function checkSeed(given: unknown): Seed {
  checkInput(seedSchema(), given);
  const seed = given as Seed;
  const issues = referenceIssues(seed);
  if (issues.length > 0) throw new InvalidInputError(issues.slice(0, ISSUES_MAX));
  return seed;
}

import { type Issue, issuesOf } from '../../src/contract/issue.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { nearestName } from '../nearest-name.ts';
import type { CaptureInput } from './capture-input.ts';
import { captureInputNames, captureInputSchema } from './capture-input-schema.ts';

/** The member that holds the field, positions in lists left out: `fields` for `fields.0.nam`. */
function holderOf(path: readonly string[]): string {
  return path.slice(0, -1).findLast((part) => !/^\d+$/.test(part)) ?? '';
}

function withSuggestion(issue: Issue): Issue {
  const path = issue.path.split('.');
  const known = captureInputNames[holderOf(path)] ?? [];
  const given = path.at(-1) ?? '';
  const nearest = known.includes(given) ? undefined : nearestName(given, known);
  if (nearest === undefined) return issue;
  return { ...issue, message: `${issue.message}; did you mean "${nearest}"?` };
}

/**
 * Refuses a described page that is malformed, out of bounds or impossible, before anything is
 * changed; gives back the page itself. A misspelt field is answered with the nearest known name.
 *
 * @throws InvalidInputError with a dotted path for each field, as `disclosures.0.text`.
 */
export function checkCaptureInput(input: unknown): CaptureInput {
  const issues = issuesOf(captureInputSchema, input);
  if (issues.length > 0) throw new InvalidInputError(issues.map(withSuggestion));
  return input as CaptureInput;
}

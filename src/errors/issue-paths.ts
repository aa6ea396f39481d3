import { ApiError } from './api-error.ts';
import { InvalidInputError } from './invalid-input-error.ts';

/** More than any rejected object has; bounds the work that a reply can cause. */
const PATHS_MAX = 1000;

function pathOf(issue: unknown): string | undefined {
  if (typeof issue !== 'object' || issue === null) return undefined;
  const { path } = issue as { path?: unknown };
  if (typeof path === 'string') return path;
  if (!Array.isArray(path)) return undefined;
  const isPath = path.every((part) => typeof part === 'string' || typeof part === 'number');
  return isPath ? path.join('.') : undefined;
}

/**
 * Returns the dotted paths of the fields that were found wrong, in order: by the service, in a
 * rejected `acceptance` object (spec §2.7), or by this client, before anything was sent. Any other
 * error has none. The service's documentation does not show an issue's members, so a path is read
 * as a string or as a list of segments, and an issue of any other shape is skipped.
 *
 * @example
 * ```ts
 * issuePaths(error); // ['disclosure.requiredText.0.ruleId']
 * ```
 */
export function issuePaths(error: unknown): string[] {
  let issues: unknown;
  if (error instanceof InvalidInputError) issues = error.issues;
  else if (error instanceof ApiError) {
    issues = (error.details as { issues?: unknown } | null | undefined)?.issues;
  }
  if (!Array.isArray(issues)) return [];
  return issues
    .slice(0, PATHS_MAX)
    .map(pathOf)
    .filter((path) => path !== undefined);
}

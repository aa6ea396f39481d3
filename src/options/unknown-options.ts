import { asRead } from './as-read.ts';
import type { Issue } from './issue.ts';
import { nearestName } from './nearest-name.ts';

/** Further names are not listed, and longer ones are cut, because the object may be untrusted. */
const NAMES_MAX = 20;
const NAME_MAX_CHARS = 100;

/** Lists the names that there are, at most so many of them. */
export function namesInWords(names: readonly string[]): string {
  const listed = names.slice(0, NAMES_MAX).join(', ');
  return names.length > NAMES_MAX ? `${listed}, …` : listed;
}

/**
 * Returns an issue for each option that is not in `names`, with the name that was probably meant, or
 * else with all names. A misspelt option would otherwise be silently ignored.
 */
export function unknownOptions(given: object, names: readonly string[]): Issue[] {
  // What has no prototype is as it was read.
  const isRead = Object.getPrototypeOf(given) === null;
  return (isRead ? Object.getOwnPropertyNames(given) : Object.keys(asRead(given)))
    .filter((name) => !names.includes(name))
    .slice(0, NAMES_MAX)
    .map((name) => {
      const near = nearestName(name, names);
      const hint =
        near === undefined ? `expected ${namesInWords(names)}` : `did you mean "${near}"?`;
      return { path: name.slice(0, NAME_MAX_CHARS), message: `is not a known option; ${hint}` };
    });
}

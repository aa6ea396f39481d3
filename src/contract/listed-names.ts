import { identifierProblem } from './path.ts';

/** The most characters of a name that is shown. */
const SHOWN_MAX_CHARS = 80;

/** A name that the service listed and no request can carry. */
export interface OddName {
  readonly name: string;
  /** What is odd about it. */
  readonly message: string;
}

/** Returns what is odd about a name that the service listed; `undefined` if nothing is. */
export function oddName(listed: unknown): OddName | undefined {
  const problem = identifierProblem(listed);
  if (problem === undefined) return undefined;
  const name = typeof listed === 'string' ? listed : String(listed);
  const shown = JSON.stringify(name.slice(0, SHOWN_MAX_CHARS));
  return { name, message: `the service lists ${shown}, which no request can carry (${problem})` };
}

/**
 * Separates the names that the service listed from those that no request can carry. What the service
 * says is not the caller's input: the others must go on.
 */
export function listedNames(listed: readonly string[]): {
  readonly names: readonly string[];
  readonly odd: readonly OddName[];
} {
  const odd: OddName[] = [];
  const names = [...new Set(listed)].filter((each) => {
    const found = oddName(each);
    if (found !== undefined) odd.push(found);
    return found === undefined;
  });
  return { names, odd };
}

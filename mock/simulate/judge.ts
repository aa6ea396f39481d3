import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import type { Invariant, SimulationFacts } from './facts.ts';
import { SHIPPED } from './invariants.ts';
import type { JudgedWorld } from './rule.ts';

/** An invariant that a world broke, and what is wrong. */
export interface Breach {
  readonly invariant: string;
  readonly problem: string;
}

const RULES = Object.entries(SHIPPED);

/** Looks at a world again and again, and keeps the first breach of each built-in invariant. */
export class Judge {
  readonly #found = new Map<string, string>();

  look(world: JudgedWorld): void {
    for (const [invariant, rule] of RULES) {
      if (this.#found.has(invariant)) continue;
      const problem = rule(world);
      if (problem !== undefined) this.#found.set(invariant, problem);
    }
  }

  hasFound(invariant: string | undefined): boolean {
    return invariant !== undefined && this.#found.has(invariant);
  }

  /** In the order of the invariants, whichever was broken first. */
  breaches(): Breach[] {
    return RULES.flatMap(([invariant]) => {
      const problem = this.#found.get(invariant);
      return problem === undefined ? [] : [{ invariant, problem }];
    });
  }
}

/** Tells whether an error is a failed expectation of node:assert, vitest, chai or jest. */
function isAssertion(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, matcherResult } = error as { code?: unknown; matcherResult?: unknown };
  return (
    error.name.startsWith('AssertionError') ||
    code === 'ERR_ASSERTION' ||
    matcherResult !== undefined
  );
}

function refused(name: string, problem: string, cause?: unknown): InvalidInputError {
  const path = `invariants.${name}`;
  const error = new InvalidInputError([
    { path, message: `expected an assertion's error, or nothing: ${problem}` },
  ]);
  return cause === undefined ? error : Object.assign(error, { cause });
}

function problemOf(name: string, invariant: Invariant, facts: SimulationFacts): string | undefined {
  const judge: (facts: SimulationFacts) => unknown = invariant;
  let given: unknown;
  try {
    given = judge(facts);
  } catch (error) {
    if (isAssertion(error)) return error.message;
    throw refused(name, `it threw ${String(error)}`, error);
  }
  if (!(given instanceof Promise)) return undefined;
  given.catch(() => undefined);
  throw refused(name, 'it returned a promise');
}

/** Returns which of the caller's own invariants the end of a world breaks. */
export function ownBreaches(
  facts: SimulationFacts,
  own: Readonly<Record<string, Invariant>>,
): Breach[] {
  return Object.entries(own).flatMap(([name, invariant]) => {
    const problem = problemOf(name, invariant, facts);
    return problem === undefined ? [] : [{ invariant: name, problem }];
  });
}

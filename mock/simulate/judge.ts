import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import type { Invariant, SimulationFacts } from './facts.ts';
import { SHIPPED } from './invariants.ts';
import type { EndedWorld } from './run-world.ts';

/** An invariant that a world broke, and what is wrong. */
export interface Breach {
  readonly invariant: string;
  readonly problem: string;
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

function problemOf(name: string, invariant: Invariant, world: EndedWorld): string | undefined {
  const judge: (facts: SimulationFacts) => unknown = invariant;
  let given: unknown;
  try {
    given = judge(world.facts);
  } catch (error) {
    if (isAssertion(error)) return error.message;
    throw refused(name, `it threw ${String(error)}`, error);
  }
  if (!(given instanceof Promise)) return undefined;
  given.catch(() => undefined);
  throw refused(name, 'it returned a promise');
}

/** Returns which invariants a world broke: of the built-in ones, then of the caller's own. */
export function breachesOf(world: EndedWorld, own: Readonly<Record<string, Invariant>>): Breach[] {
  const shipped = Object.entries(SHIPPED).map(
    ([invariant, rule]) => [invariant, rule(world)] as const,
  );
  const callers = Object.entries(own).map(
    ([name, invariant]) => [name, problemOf(name, invariant, world)] as const,
  );
  return [...shipped, ...callers].flatMap(([invariant, problem]) =>
    problem === undefined ? [] : [{ invariant, problem }],
  );
}

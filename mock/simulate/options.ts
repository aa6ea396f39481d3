import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import type { Issue } from '../../src/options/issue.ts';
import { unknownOptions } from '../../src/options/unknown-options.ts';
import type { WebAbortSignal } from '../../src/platform.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { everyPair } from '../readings/for-each-reading.ts';
import { checkReadings } from '../readings/readings.ts';
import type { Invariant } from './facts.ts';
import { SHIPPED } from './invariants.ts';
import type { StartProgram } from './program.ts';
import { type CompleteTrouble, completeTrouble, type Trouble, troubleIssues } from './trouble.ts';

/**
 * Options of `simulate`.
 *
 * @example
 * ```ts
 * const options: SimulateOptions = {
 *   seed: 'a',
 *   worlds: 2_000,
 *   start: ({ clientOptions, clock, durable }) => {
 *     const ledger = durable('ledger', () => memoryLedger());
 *     const client = new ConsentEvidence(clientOptions);
 *     const intake = createLeadIntake({ client, ledger, criteria, clock });
 *     return { take: (lead) => intake.take(lead), tick: () => intake.resume() };
 *   },
 * };
 * ```
 */
export interface SimulateOptions {
  /** Starts the program under test, in each world and after each crash. */
  readonly start: StartProgram;
  /** The same seed gives the same worlds. 1 to 200 characters. Default: `a`. */
  readonly seed?: string | undefined;
  /** How many worlds to run, 1 to 1,000,000. Default: 1,000. */
  readonly worlds?: number | undefined;
  /** Runs only this world, by its number in a report. Excludes `worlds`. Default: all. */
  readonly world?: number | undefined;
  /** The probabilities of failures. Default: `TROUBLE`. */
  readonly trouble?: Trouble | undefined;
  /**
   * How the service behaves where its documentation is silent. `pairs`: sets of readings in turn,
   * which combine any two values of two readings. `defaults`: the default readings. Or one set for
   * all worlds. Default: `pairs`.
   */
  readonly readings?: 'pairs' | 'defaults' | Partial<Readings> | undefined;
  /** Invariants of your own, by name, besides those of `simulate`. Default: none. */
  readonly invariants?: Readonly<Record<string, Invariant>> | undefined;
  /** Stops after the first world that breaks an invariant. Default: `false`. */
  readonly stopAtFirst?: boolean | undefined;
  /** When aborted, `simulate` rejects with its reason before the next world. Default: none. */
  readonly signal?: WebAbortSignal | undefined;
}

/** The options, with defaults filled in. */
export interface SimulateSettings {
  readonly start: StartProgram;
  readonly seed: string;
  /** The number of the first world. */
  readonly from: number;
  readonly count: number;
  readonly trouble: CompleteTrouble;
  readonly readings: readonly Partial<Readings>[];
  readonly invariants: Readonly<Record<string, Invariant>>;
  readonly stopAtFirst: boolean;
  readonly signal: WebAbortSignal | undefined;
}

const NAMES = Object.keys({
  start: true,
  seed: true,
  worlds: true,
  world: true,
  trouble: true,
  readings: true,
  invariants: true,
  stopAtFirst: true,
  signal: true,
} satisfies Record<keyof SimulateOptions, true>) as (keyof SimulateOptions)[];

const WORLDS_MAX = 1_000_000;
const SEED_MAX_CHARS = 200;

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function invariantIssues(invariants: unknown): Issue[] {
  if (invariants === undefined) return [];
  if (typeof invariants !== 'object' || invariants === null) {
    return [{ path: 'invariants', message: 'expected functions by name' }];
  }
  return Object.entries(invariants).flatMap(([name, invariant]: [string, unknown]) => {
    const path = `invariants.${name}`;
    if (Object.hasOwn(SHIPPED, name) || name === 'sameStoryTwice') {
      return [{ path, message: 'expected another name: this one is built in' }];
    }
    return typeof invariant === 'function' ? [] : [{ path, message: 'expected a function' }];
  });
}

function issuesOf(options: SimulateOptions): Issue[] {
  const { start, seed, worlds, world, readings, stopAtFirst } = options;
  const isSeed = typeof seed === 'string' && seed.length >= 1 && seed.length <= SEED_MAX_CHARS;
  const isReadings =
    typeof readings === 'object'
      ? readings !== null
      : ['pairs', 'defaults'].includes(readings ?? 'pairs');
  const checks: readonly (readonly [ok: boolean, path: string, expected: string])[] = [
    [typeof start === 'function', 'start', 'a function that makes the program'],
    [seed === undefined || isSeed, 'seed', `a string of 1 to ${SEED_MAX_CHARS} characters`],
    [
      worlds === undefined || isWhole(worlds, 1, WORLDS_MAX),
      'worlds',
      `a whole number from 1 to ${WORLDS_MAX}`,
    ],
    [
      world === undefined || isWhole(world, 0, WORLDS_MAX),
      'world',
      `a whole number from 0 to ${WORLDS_MAX}`,
    ],
    [
      world === undefined || worlds === undefined,
      'worlds',
      'no value: "world" runs only that world',
    ],
    [isReadings, 'readings', '"pairs", "defaults" or a set of readings'],
    [stopAtFirst === undefined || typeof stopAtFirst === 'boolean', 'stopAtFirst', 'true or false'],
  ];
  return [
    ...checks.flatMap(([ok, path, expected]) =>
      ok ? [] : [{ path, message: `expected ${expected}` }],
    ),
    ...troubleIssues(options.trouble),
    ...invariantIssues(options.invariants),
    ...unknownOptions(options, NAMES),
  ];
}

let pairs: readonly Partial<Readings>[] | undefined;

function readingsOf(readings: SimulateOptions['readings'] = 'pairs'): readonly Partial<Readings>[] {
  if (readings === 'defaults') return [{}];
  if (typeof readings === 'object') return [checkReadings(readings)];
  pairs ??= everyPair().map(([, each]) => each);
  return pairs;
}

/** Checks the options and fills in defaults. Throws `InvalidInputError` with each invalid path. */
export function simulateSettings(options: SimulateOptions): SimulateSettings {
  if (typeof options !== 'object' || (options as unknown) === null) {
    throw new InvalidInputError([{ path: 'options', message: 'expected an object' }]);
  }
  const issues = issuesOf(options);
  if (issues.length > 0) throw new InvalidInputError(issues);
  const { start, seed = 'a', worlds = 1_000, world, stopAtFirst = false, signal } = options;
  return {
    start,
    seed,
    stopAtFirst,
    signal,
    from: world ?? 0,
    count: world === undefined ? worlds : 1,
    trouble: completeTrouble(options.trouble),
    readings: readingsOf(options.readings),
    invariants: options.invariants ?? {},
  };
}

import { checkedOptions } from '../../src/errors/checked-options.ts';
import type { Issue } from '../../src/options/issue.ts';
import {
  anything,
  callback,
  flag,
  orValue,
  required,
  signalKind,
  text,
  wholeNumber,
} from '../../src/options/kinds.ts';
import type { OptionTable } from '../../src/options/option-table.ts';
import type { WebAbortSignal } from '../../src/platform/platform.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { everyPair } from '../readings/for-each-reading.ts';
import { completeReadings, readingsKind } from '../readings/readings.ts';
import type { Invariant } from './facts.ts';
import { SHIPPED } from './invariants.ts';
import type { StartProgram } from './program.ts';
import { type CompleteTrouble, completeTrouble, type Trouble, troubleKind } from './trouble.ts';

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
  /**
   * How many machines run the program, 1 to 4. Posts, deliveries and timers reach any of them, each
   * crashes by itself, and `storage` and `durable` are those of all. Default: 1.
   */
  readonly machines?: number | undefined;
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
  readonly machines: number;
  readonly trouble: CompleteTrouble;
  readonly readings: readonly Partial<Readings>[];
  readonly invariants: Readonly<Record<string, Invariant>>;
  readonly stopAtFirst: boolean;
  readonly signal: WebAbortSignal | undefined;
}

const WORLDS_MAX = 1_000_000;
const SEED_MAX_CHARS = 200;
const MACHINES_MAX = 4;

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

const OPTIONS = (): OptionTable<SimulateOptions> => ({
  start: required(callback),
  seed: text(1, SEED_MAX_CHARS),
  worlds: wholeNumber(1, WORLDS_MAX),
  world: wholeNumber(0, WORLDS_MAX),
  machines: wholeNumber(1, MACHINES_MAX),
  trouble: troubleKind(),
  readings: orValue('pairs', orValue('defaults', readingsKind())),
  invariants: anything,
  stopAtFirst: flag,
  signal: signalKind,
});

function issuesBetween({ world, worlds, invariants }: SimulateOptions): Issue[] {
  const both = { path: 'worlds', message: 'expected no value: "world" runs only that world' };
  return [
    ...(world === undefined || worlds === undefined ? [] : [both]),
    ...invariantIssues(invariants),
  ];
}

let pairs: readonly Partial<Readings>[] | undefined;

function readingsOf(readings: SimulateOptions['readings'] = 'pairs'): readonly Partial<Readings>[] {
  if (readings === 'defaults') return [{}];
  if (typeof readings === 'object') return [completeReadings(readings)];
  pairs ??= everyPair().map(([, each]) => each);
  return pairs;
}

/** Checks the options and fills in defaults. Throws `InvalidInputError` with each invalid path. */
export function simulateSettings(given: SimulateOptions): SimulateSettings {
  const options = checkedOptions(OPTIONS, given, { also: issuesBetween });
  const { start, seed = 'a', worlds = 1_000, world, machines = 1 } = options;
  return {
    start,
    seed,
    machines,
    stopAtFirst: options.stopAtFirst ?? false,
    signal: options.signal,
    from: world ?? 0,
    count: world === undefined ? worlds : 1,
    trouble: completeTrouble(options.trouble),
    readings: readingsOf(options.readings),
    invariants: options.invariants ?? {},
  };
}

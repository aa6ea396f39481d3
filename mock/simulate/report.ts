import type { SimulationFacts } from './facts.ts';

/** A broken invariant and the shortest story that breaks it. */
export interface BrokenInvariant {
  /** Its name. `sameStoryTwice`: two runs of one world differ. */
  readonly invariant: string;
  /** What is wrong at the end of the story, in a sentence. */
  readonly problem: string;
  /** The seed. To run the world again: `simulate({ ...options, seed, world })`. */
  readonly seed: string;
  /** The number of the first world that broke it. */
  readonly world: number;
  /** In how many worlds it was broken. */
  readonly worlds: number;
  /** The lines of the shortest story found, each with its time. */
  readonly steps: readonly string[];
  /** The story as text: the steps, what is wrong, and how to run it again. */
  readonly story: string;
  /** The state at the story's end, for example `facts.mock.charges()`. */
  readonly facts: SimulationFacts;
}

/** What happened in all worlds together. */
export interface Tried {
  /** Leads that were posted. */
  readonly leads: number;
  /** Leads whose last decision is `accept`. */
  readonly accepted: number;
  /** Requests of the program, lost ones included. */
  readonly requests: number;
  /** Attempts to deliver events. */
  readonly deliveries: number;
  /** Calls of `effect`. */
  readonly effects: number;
  /** Charges of the service to the buyer. */
  readonly charges: number;
  /** Crashes of the program. */
  readonly crashes: number;
}

/** The result of a simulation. */
export interface SimulationReport {
  /** The seed of the worlds. */
  readonly seed: string;
  /** How many worlds were run. */
  readonly worlds: number;
  /** The broken invariants, in the order in which they were found. Empty if all held. */
  readonly broken: readonly BrokenInvariant[];
  /** What happened in all worlds. A simulation in which nothing happened proves nothing. */
  readonly tried: Tried;
}

/** Returns the story as text. */
export function storyOf(
  {
    steps,
    problem,
    seed,
    world,
    invariant,
  }: Pick<BrokenInvariant, 'steps' | 'problem' | 'seed' | 'world' | 'invariant'>,
  readings: readonly string[] = [],
): string {
  return [
    ...(readings.length === 0 ? [] : [`The service’s readings are ${readings.join(', ')}.`]),
    ...steps,
    '',
    `${invariant}: ${problem}.`,
    `To run it again: seed ${JSON.stringify(seed)}, world ${world}.`,
  ].join('\n');
}

import type { SimulationFacts } from './facts.ts';

/** An invariant that did not hold, and the shortest story in which it did not. */
export interface BrokenInvariant {
  /** Its name; `sameStoryTwice` where two runs of one world differ. */
  readonly invariant: string;
  /** What is wrong at the end of the story, in a sentence. */
  readonly problem: string;
  /** With `world`, what runs it again: `simulate({ ...options, seed, world })`. */
  readonly seed: string;
  /** The number of the first world that broke it. */
  readonly world: number;
  /** In how many of the worlds it was broken. */
  readonly worlds: number;
  /** The shortest story that was found, each line with its instant. */
  readonly steps: readonly string[];
  /** The story as a text: its steps, what is wrong, and how to run it again. */
  readonly story: string;
  /** The end of the story's world, to look at: `facts.mock.charges()`. */
  readonly facts: SimulationFacts;
}

/** How much the worlds had of what a simulation is about. */
export interface Tried {
  /** Leads that were posted. */
  readonly leads: number;
  /** Of them, the ones that were accepted in the end. */
  readonly accepted: number;
  /** Requests that reached the service, or were lost on their way. */
  readonly requests: number;
  /** Deliveries of events, all attempts. */
  readonly deliveries: number;
  /** Calls of `effect`. */
  readonly effects: number;
  /** What the service charged. */
  readonly charges: number;
  /** Deaths of the process. */
  readonly crashes: number;
}

/** What a simulation found. */
export interface SimulationReport {
  /** What the worlds came from. */
  readonly seed: string;
  /** How many worlds were run. */
  readonly worlds: number;
  /** What did not hold, in the order in which it was found; empty where all did. */
  readonly broken: readonly BrokenInvariant[];
  /** What the worlds had, in all: a simulation in which nothing happened proves nothing. */
  readonly tried: Tried;
}

/** The story as a text. */
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
    ...(readings.length === 0 ? [] : [`The service reads ${readings.join(', ')}.`]),
    ...steps,
    '',
    `${invariant}: ${problem}.`,
    `To run it again: seed ${JSON.stringify(seed)}, world ${world}.`,
  ].join('\n');
}

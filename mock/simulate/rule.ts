import type { World } from '../world/world.ts';
import type { Books, GivenAnswer } from './books.ts';
import type { DoneEffect, SimulationFacts } from './facts.ts';
import type { SimulatedProgram } from './program.ts';
import type { Story } from './story.ts';

/** A world as its rules see it. */
export interface JudgedWorld {
  readonly story: Story;
  readonly books: Books;
  readonly program: SimulatedProgram | undefined;
  /** The answers that were not judged yet; at the end of the world, all. */
  readonly answers: readonly GivenAnswer[];
  readonly effects: readonly DoneEffect[];
  /** What the service has stored. */
  readonly world: World;
  /** The facts once the world has ended: before that, what is missing may still come. */
  readonly end: SimulationFacts | undefined;
}

/** Says what is broken; `undefined` if nothing is. */
export type Rule = (world: JudgedWorld) => string | undefined;

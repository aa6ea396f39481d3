import type { World } from '../world/world.ts';
import type { Books } from './books.ts';
import type { SimulationFacts } from './facts.ts';
import type { SimulatedProgram } from './program.ts';
import type { Story } from './story.ts';

/** A world as its rules see it. */
export interface JudgedWorld {
  readonly story: Story;
  readonly facts: SimulationFacts;
  readonly books: Books;
  readonly program: SimulatedProgram | undefined;
  /** Whether it has come to its end: before that, what is missing may still come. */
  readonly isOver: boolean;
  /** What the service has stored. */
  readonly world: World;
}

/** Says what is broken; `undefined` if nothing is. */
export type Rule = (world: JudgedWorld) => string | undefined;

import type { Chance } from './chance.ts';
import { RequestTroubles } from './request-troubles.ts';
import type { Timeline } from './timeline.ts';

/** A promise that never settles. */
export const NEVER = new Promise<never>(() => undefined);

/** One life of the program: from a start to a crash, or to the end of the world. */
export class SimulatedProcess {
  isAlive = true;
  /** How it is called in a story. */
  who = 'Acme Solar';
  /** Draws the pauses of calls that have none of their own; `undefined` with one machine. */
  pace: Chance | undefined;
  /** Whether the world is to settle something of it, or of another machine that it may wait for. */
  isAnyHeld = (): boolean => this.held > 0;
  /** The shortest interval of its repeated timers: longer in the quiet days at the end. */
  leastIntervalMs = 0;
  /** How many timers and promises of its calls the world is to settle. */
  held = 0;
  readonly troubles = new RequestTroubles();
  /** What is cut off when it ends: its connections. */
  readonly connections = new Set<() => unknown>();
  readonly timeline: Timeline;
  /** Resolves when it dies. */
  readonly death: Promise<'died'>;
  #tellDeath: (how: 'died') => void = () => undefined;
  #awaitsLeft: number | null = null;
  #isDoomed = false;
  readonly #onDeath: (error?: unknown) => void;

  constructor(timeline: Timeline, onDeath: (error?: unknown) => void) {
    this.timeline = timeline;
    this.#onDeath = onDeath;
    this.death = new Promise((resolve) => {
      this.#tellDeath = resolve;
    });
  }

  /** Makes the process die at the `awaits`-th await from here; `null`: not at all. */
  arm(awaits: number | null): void {
    this.#awaitsLeft = awaits;
  }

  #isLast(): boolean {
    if (this.#awaitsLeft === null) return false;
    this.#awaitsLeft -= 1;
    if (this.#awaitsLeft > 0) return false;
    this.#awaitsLeft = null;
    return true;
  }

  /**
   * Called when the program does something that others can see. If the process is due to die, it
   * dies at the next await: what it does before that is done. Returns `false` if it dies or is
   * dead.
   */
  passes(): boolean {
    if (!this.isAlive || this.#isDoomed) return false;
    if (!this.#isLast()) return true;
    this.#isDoomed = true;
    queueMicrotask(() => this.die());
    return false;
  }

  /**
   * Called when a waiting program would continue. If the process is due to die, it dies at once.
   * Returns `false` if it dies or is dead.
   */
  resumes(): boolean {
    if (!this.isAlive || this.#isDoomed) return false;
    if (!this.#isLast()) return true;
    this.die();
    return false;
  }

  die(): void {
    this.#end();
  }

  /** Ends the process with an error that no one caught. */
  dieOf(error: unknown): void {
    this.#end(error);
  }

  #end(error?: unknown): void {
    if (!this.isAlive) return;
    this.end();
    this.#tellDeath('died');
    this.#onDeath(error);
  }

  /** Ends the process with its world: no death is reported, and nothing of it continues. */
  end(): void {
    this.isAlive = false;
    for (const cut of this.connections) cut();
    this.connections.clear();
  }
}

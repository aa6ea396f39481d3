import type { Engine } from '../engine/engine.ts';
import type { AnotherWorld, WorldChanges } from '../fake/another-world.ts';
import { refuseSameVariable } from '../fake/environment.ts';
import { engineOf } from '../fake/mock-service.ts';
import { createWorld } from '../world/world.ts';
import { ControlFailure } from './control-failure.ts';

/** Each has a journal of its own; the bound protects against a loop that never ends one. */
export const WORLDS_MAX = 100;
export const IDLE_DEFAULT_SECONDS = 1800;

/** One world beside the server's own. */
export interface OpenWorld extends AnotherWorld {
  readonly worldId: string;
  /** `null`: it has none, so it is given to no one else. */
  readonly name: string | null;
  readonly engine: Engine;
  readonly idleSeconds: number;
}

interface Shelved {
  readonly world: OpenWorld;
  /** How many requests it is answering. */
  busy: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** What a world is asked for with. */
export interface WorldInput extends WorldChanges {
  readonly name?: string | undefined;
  readonly idleSeconds?: number | undefined;
}

/** Where worlds come from. */
export interface WorldSource {
  /** Creates a world that is served below this id. */
  readonly make: (changes: WorldChanges, worldId: string) => AnotherWorld;
  /** The organization of the variables without a name; `undefined`: the first one. */
  readonly as: string | undefined;
  readonly controlToken: string | undefined;
}

/** Stops everything that is due in a world, which no one can reach any more. */
function empty(engine: Engine): void {
  engine.world = createWorld(engine.clock.now(), '');
  engine.epoch += 1;
  engine.clock.setTo(engine.clock.now());
}

/**
 * The worlds beside the server's own. One that has had no request for a while is gone, so that a
 * worker that was killed leaves nothing behind.
 */
export class Worlds {
  readonly source: WorldSource;
  readonly #open = new Map<string, Shelved>();

  constructor(source: WorldSource) {
    this.source = source;
  }

  /**
   * Returns the world of this name, or creates one.
   *
   * @throws ControlFailure if there are too many.
   */
  open({ name, idleSeconds = IDLE_DEFAULT_SECONDS, ...changes }: WorldInput): OpenWorld {
    const known = this.list().find((each) => name !== undefined && each.name === name);
    if (known !== undefined) return known;
    if (this.#open.size >= WORLDS_MAX) {
      const message = `${WORLDS_MAX} worlds are open; end one first, or give each worker one by its name`;
      throw new ControlFailure('TOO_MANY', message);
    }
    const worldId = `w_${crypto.randomUUID().slice(0, 8)}`;
    const made = this.source.make(changes, worldId);
    const engine = engineOf(made.mock);
    refuseSameVariable(engine.world.organizations.values().map((each) => each.organizationId));
    const world = { ...made, worldId, name: name ?? null, engine, idleSeconds };
    const shelved: Shelved = { world, busy: 0, timer: undefined };
    this.#open.set(worldId, shelved);
    this.#wait(shelved);
    return world;
  }

  list(): OpenWorld[] {
    return [...this.#open.values()].map(({ world }) => world);
  }

  /** Returns the world, which is not gone until `leave` has been called, or is `undefined`. */
  enter(worldId: string): { world: OpenWorld; leave: () => void } | undefined {
    const shelved = this.#open.get(worldId);
    if (shelved === undefined) return undefined;
    shelved.busy += 1;
    clearTimeout(shelved.timer);
    const leave = (): void => {
      shelved.busy -= 1;
      if (shelved.busy === 0) this.#wait(shelved);
    };
    return { world: shelved.world, leave };
  }

  /** Ends a world. */
  end(worldId: string): void {
    const shelved = this.#open.get(worldId);
    if (shelved === undefined) throw worldGone(worldId);
    clearTimeout(shelved.timer);
    this.#open.delete(worldId);
    empty(shelved.world.engine);
  }

  #wait(shelved: Shelved): void {
    const { worldId, idleSeconds } = shelved.world;
    if (this.#open.get(worldId) !== shelved) return;
    const timer = setTimeout(() => this.end(worldId), idleSeconds * 1000);
    (timer as { unref?: () => void }).unref?.();
    shelved.timer = timer;
  }
}

/** Says that there is no such world, and how to get one. */
export function worldGone(worldId: string): ControlFailure {
  const id = worldId.slice(0, 100);
  const message = `there is no world "${id}" here: a world ends with its server, when it is deleted, and when no request has come for its idleSeconds; POST /_mock/worlds gives another`;
  return new ControlFailure('WORLD_GONE', message);
}

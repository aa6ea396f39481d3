import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { Engine } from '../engine/engine.ts';
import { Met } from '../engine/met.ts';
import { WorldClock } from '../ground/clock.ts';
import { DURATION_EXPECTED } from '../ground/duration.ts';
import { createIdSource, type IdSource } from '../ground/ids.ts';
import { resolveOrganization } from '../service/controls/organizations.ts';
import { createAgenda } from '../service/lifecycle/agenda.ts';
import type { KeyedCall } from '../service/operations/call.ts';
import { copyWorld } from '../world/world.ts';

/** One action of a seed: when it happens, its path in the seed, and what it does. */
export interface Action {
  readonly at: number;
  readonly path: string;
  run(scene: Engine): void;
}

/**
 * Creates a copy of the engine whose world is a copy and whose clock can be set freely. A seed is
 * played there, and the resulting world is adopted only once all of it has happened.
 */
export function createScene(engine: Engine): Engine {
  const world = copyWorld(engine.world);
  const time = { now: engine.clock.now() };
  const scene: Engine = {
    ...engine,
    world,
    observer: { onRequest: null, onAttempt: null },
    // What a seed does is not what a test has met.
    met: new Met(),
    ids: createIdSource(() => world),
    clock: new WorldClock({
      runsFrom: null,
      state: () => time,
      agenda: createAgenda(() => scene),
      wallNow: () => engine.courier.wallNow(),
    }),
  };
  return scene;
}

/** Returns the scene with an id source that gives the wished id of a kind, if there is one. */
export function wishing(scene: Engine, wishes: Readonly<Record<string, string | undefined>>) {
  const wished: IdSource = {
    ...scene.ids,
    next: (prefix) => wishes[prefix] ?? scene.ids.next(prefix),
    nextSecret: (prefix) => wishes[prefix] ?? scene.ids.nextSecret(prefix),
  };
  return { ...scene, ids: wished };
}

/** Returns a call by an organization of the seed, at the scene's instant. */
export function callBy(
  scene: Engine,
  organizationId: string,
  rest: Pick<KeyedCall, 'params' | 'body'>,
): KeyedCall {
  return {
    engine: scene,
    now: scene.clock.now(),
    requestId: null,
    urls: scene.urls,
    query: new URLSearchParams(),
    organization: resolveOrganization(scene, organizationId),
    ...rest,
  };
}

/** Returns the instant that is `ageMs` before `begin`. */
export function instantBefore(begin: number, ageMs: number, path: string): number {
  // A `Date`, for example, passes for an object without any of the units.
  if (Number.isNaN(ageMs)) throw invalidInput(path, DURATION_EXPECTED);
  if (begin - ageMs >= 0) return begin - ageMs;
  throw invalidInput(path, 'expected an age that does not go back before 1970');
}

import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { Engine } from '../engine/engine.ts';
import { WorldClock } from '../ground/clock.ts';
import { createIdSource, type IdSource } from '../ground/ids.ts';
import { resolveOrganization } from '../service/controls/organizations.ts';
import { createAgenda } from '../service/lifecycle/agenda.ts';
import type { KeyedCall } from '../service/operations/call.ts';
import { copyWorld } from '../world/world.ts';

/** One thing that a seed lets happen: when, from which place of the seed, and what. */
export interface Action {
  readonly at: number;
  readonly path: string;
  run(scene: Engine): void;
}

/**
 * A copy of the engine's world in which time is free: a seed is played there, and the world that it
 * leaves is taken over only once all of it has happened.
 */
export function createScene(engine: Engine): Engine {
  const world = copyWorld(engine.world);
  const time = { now: engine.clock.now() };
  const scene: Engine = {
    ...engine,
    world,
    observer: { onRequest: null, onAttempt: null },
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

/** The same scene, in which the next id of each kind is the wished one, where there is a wish. */
export function wishing(scene: Engine, wishes: Readonly<Record<string, string | undefined>>) {
  const wished: IdSource = {
    ...scene.ids,
    next: (prefix) => wishes[prefix] ?? scene.ids.next(prefix),
    nextSecret: (prefix) => wishes[prefix] ?? scene.ids.nextSecret(prefix),
  };
  return { ...scene, ids: wished };
}

/** An operation's call by an organization of the seed, at the scene's instant. */
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

/** When something of that age happened. */
export function instantBefore(begin: number, ageMs: number, path: string): number {
  if (begin - ageMs >= 0) return begin - ageMs;
  throw invalidInput(path, 'expected an age that does not go back before 1970');
}

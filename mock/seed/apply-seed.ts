import { InvalidInputError, invalidInput } from '../../src/errors/invalid-input-error.ts';
import { withNearest } from '../../src/options/with-nearest.ts';
import type { Engine } from '../engine/engine.ts';
import { instantAfter } from '../ground/instant-after.ts';
import { duplicate, invalidate } from '../service/controls/records.ts';
import { settleRenders } from '../service/lifecycle/record-life.ts';
import { ServiceFailure } from '../service/operations/failure.ts';
import { checkSeed } from './check-seed.ts';
import { demoSeed } from './demo.ts';
import { type Action, createScene } from './scene.ts';
import type { Seed } from './seed.ts';
import { captureActions, type SeededCdr } from './seed-captures.ts';
import { collectActions, shareActions } from './seed-handoffs.ts';
import { organizationActions } from './seed-organizations.ts';
import { settleDeliveries } from './settle-deliveries.ts';

/** Returns the seed itself, or the one of that name. Refuses what is no seed. */
export function seedOf(given: 'demo' | Seed): Seed {
  if (typeof given !== 'string') return checkSeed(given);
  if (given === 'demo') return demoSeed;
  throw invalidInput('seed', withNearest('expected "demo", or a seed', given, ['demo']));
}

/** Performs one action at its instant. A refusal names its place in the seed. */
function perform(scene: Engine, action: Action): void {
  const { at, path } = action;
  settleRenders(scene, at);
  scene.clock.setTo(instantAfter(at, 0));
  try {
    action.run(scene);
  } catch (error) {
    if (error instanceof ServiceFailure) {
      throw invalidInput(path, `the fake refuses this: ${error.code}, ${error.message}`);
    }
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(
      error.issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` })),
    );
  }
}

/**
 * Returns the seed's actions: organizations first, then the rest by instant. Actions at the same
 * instant are in the order listed here.
 */
function actionsOf(seed: Seed, begin: number, keep: (made: SeededCdr) => void): Action[] {
  const cdrIds = new Map<string, string>();
  const keepNamed = (made: SeededCdr): void => {
    keep(made);
    if (made.entry.name !== undefined) cdrIds.set(made.entry.name, made.cdrId);
  };
  const cdrIdOf = (name: string): string => cdrIds.get(name) ?? '';
  const later = [
    ...captureActions(seed, begin, keepNamed),
    ...collectActions(seed, begin, cdrIdOf),
    ...shareActions(seed, begin, cdrIdOf),
  ];
  return [...organizationActions(seed, begin), ...later.sort((a, b) => a.at - b.at)];
}

/**
 * Fills the world with the seed, each entry as of its own instant. The world's clock stays where it
 * is. A seed that the service would refuse is refused, and nothing is changed.
 *
 * @throws InvalidInputError naming the place in the seed.
 */
export function applySeed(engine: Engine, given: 'demo' | Seed): void {
  const seed = seedOf(given);
  const begin = engine.clock.now();
  const scene = createScene(engine);
  const cdrs: SeededCdr[] = [];
  for (const action of actionsOf(seed, begin, (made) => cdrs.push(made))) perform(scene, action);
  settleRenders(scene, begin);
  scene.clock.setTo(begin);
  settleDeliveries(scene, begin, cdrs);
  for (const { cdrId, entry } of cdrs) {
    if (entry.duplicated) duplicate(scene, cdrId);
    if (entry.invalid) invalidate(scene, cdrId);
  }
  engine.world = scene.world;
  engine.clock.watch();
}

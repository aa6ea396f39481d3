import type { CaptureInput } from '../capture/capture-input.ts';
import { presets } from '../capture/presets.ts';
import { millisecondsOf } from '../ground/duration.ts';
import { capture } from '../service/controls/records.ts';
import { type Action, instantBefore, wishing } from './scene.ts';
import type { Seed, SeedCapture } from './seed.ts';
import { variationOf } from './varied.ts';

/** A record that a seed made, and the entry that describes it. */
export interface SeededCdr {
  readonly entry: SeedCapture;
  readonly path: string;
  readonly cdrId: string;
}

/** Returns the page of a capture; with a `number`, as another person filled it in. */
function pageOf({ preset, page }: SeedCapture, number?: number, chance = ''): CaptureInput {
  // Already checked: a page without a preset has a URL.
  const changes = { ...page } as CaptureInput;
  if (preset === undefined) return changes;
  const variation = number === undefined ? {} : variationOf(presets[preset](), number, chance);
  return presets[preset]({ ...variation, ...changes });
}

/** Returns an action for each capture. Each record made is passed to `keep`. */
export function captureActions(
  { captures = [] }: Seed,
  begin: number,
  keep: (made: SeededCdr) => void,
): Action[] {
  let number = 0;
  return captures.flatMap((entry, index) => {
    const { organization, cdrId: wish, count = 1, age = 0, every = 0 } = entry;
    const path = `captures.${index}`;
    const first = instantBefore(begin, millisecondsOf(age), `${path}.age`);
    const page = pageOf(entry);
    return Array.from({ length: count }, (_, place) => {
      const own = count === 1 ? undefined : (number += 1);
      return {
        at: first + place * millisecondsOf(every),
        path,
        run: (scene) => {
          const filled = own === undefined ? page : pageOf(entry, own, scene.world.idSeed);
          const { cdrId } = capture(wishing(scene, { cdr: wish }), organization, filled);
          keep({ entry, path, cdrId });
        },
      };
    }) satisfies Action[];
  });
}

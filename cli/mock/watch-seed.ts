import { unwatchFile, watchFile } from 'node:fs';
import type { LocalWorld } from './local-world.ts';
import { readSeed } from './seed-source.ts';

/** Polling is cheap and, unlike file-system events, works in containers. */
const LOOK_EVERY_MS = 200;

/**
 * Starts over whenever the seed file changes. A seed that fails is reported and changes nothing.
 */
export function watchSeed(
  file: string,
  world: LocalWorld,
  tell: (message: string) => void,
): () => void {
  const reload = (): void => {
    try {
      world.beginAnew(readSeed(file));
      tell(`${file} has changed: the fake was reset`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      tell(`${file} has changed but cannot be used, so the fake was not reset: ${why}`);
    }
  };
  watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, reload);
  return () => unwatchFile(file, reload);
}

import { unwatchFile, watchFile } from 'node:fs';
import type { LocalWorld } from './local-world.ts';
import { readSeed } from './seed-source.ts';

/** Looks are cheap, and unlike notices of the file system they reach into containers. */
const LOOK_EVERY_MS = 200;

/** Begins again whenever the seed file has changed; one that cannot be is told, and changes nothing. */
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

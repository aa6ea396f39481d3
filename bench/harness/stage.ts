import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The folder of the benchmarks. */
export const BENCH = path.resolve(import.meta.dirname, '..');

/** The root of the project. */
export const ROOT = path.resolve(BENCH, '..');

/** Puts the built package where the subjects find it by its name, as an installation would. */
export function stagePackage(dist: string): void {
  const target = path.join(BENCH, 'node_modules/consent-evidence');
  rmSync(target, { recursive: true, force: true });
  cpSync(path.join(ROOT, 'package.json'), path.join(target, 'package.json'));
  cpSync(dist, path.join(target, 'dist'), {
    recursive: true,
    filter: (file) => !path.basename(file).startsWith('metafile-'),
  });
}

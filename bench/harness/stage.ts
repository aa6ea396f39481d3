import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The folder of the benchmarks. */
export const BENCH = path.resolve(import.meta.dirname, '..');

/** The root of the project. */
export const ROOT = path.resolve(BENCH, '..');

/** The name of another build of the package: an earlier one, to be measured beside this one. */
export const BEFORE = 'consent-evidence-before';

/** Puts the built package where the subjects find it by its name, as an installation would. */
export function stagePackage(dist: string, name = 'consent-evidence'): void {
  const target = path.join(BENCH, 'node_modules', name);
  rmSync(target, { recursive: true, force: true });
  cpSync(path.join(ROOT, 'package.json'), path.join(target, 'package.json'));
  cpSync(dist, path.join(target, 'dist'), {
    recursive: true,
    filter: (file) => !path.basename(file).startsWith('metafile-'),
  });
}

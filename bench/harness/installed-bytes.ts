import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { BENCH } from './stage.ts';

const MODULES = path.join(BENCH, 'node_modules');

function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

function dependenciesOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(manifest.dependencies ?? {});
}

/** Returns the size of a package on disk together with all its dependencies, in bytes. */
export function installedBytes(name: string): number {
  const seen = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const folder = path.join(MODULES, next);
    if (seen.has(next) || !existsSync(folder)) continue;
    seen.add(next);
    open.push(...dependenciesOf(folder));
  }
  return [...seen].reduce((sum, each) => sum + bytesOf(path.join(MODULES, each)), 0);
}

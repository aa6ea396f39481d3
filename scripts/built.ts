import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** All that a build reads. */
const SOURCES = [
  ...['src', 'mock', 'cli', 'scripts', 'docs', 'examples', 'package.json', 'package-lock.json'],
  ...['tsup.config.ts', 'tsconfig.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
];
/** Installed packages, the documentation's site, and the recorded sizes. */
const NOT_READ = new Set(['node_modules', 'site', '.vitepress', 'recorded.json']);
const RECORD = 'node_modules/.cache/consent-evidence/built.json';
const ROOT = path.resolve(import.meta.dirname, '..');

/** The SHA-256 of all files in these places, with their paths. */
function digestOf(places: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (place: string): void => {
    const whole = path.join(ROOT, place);
    if (!existsSync(whole)) return;
    if (!statSync(whole).isDirectory()) {
      hash.update(`${place}\0`).update(readFileSync(whole)).update('\0');
      return;
    }
    for (const name of readdirSync(whole).sort()) {
      if (!NOT_READ.has(name)) add(`${place}/${name}`);
    }
  };
  for (const place of places) add(place);
  return hash.digest('hex');
}

const now = () => ({
  sources: digestOf(SOURCES),
  built: digestOf(['dist', 'THIRD-PARTY-LICENSES.txt']),
});

/** Whether `dist` is what the last build made of the sources as they are now. */
export function isBuilt(): boolean {
  const record = path.join(ROOT, RECORD);
  if (!existsSync(record)) return false;
  return readFileSync(record, 'utf8') === JSON.stringify(now());
}

/** Keeps what the build that has just ended was made of. */
export function recordBuild(): void {
  const record = path.join(ROOT, RECORD);
  mkdirSync(path.dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify(now()));
}

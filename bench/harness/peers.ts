import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { BENCH } from './stage.ts';

const LOCK = path.join(BENCH, 'package-lock.json');
const INSTALLED = path.join(BENCH, 'node_modules/.package-lock.json');

function isFresh(): boolean {
  return existsSync(INSTALLED) && statSync(INSTALLED).mtimeMs >= statSync(LOCK).mtimeMs;
}

/** Returns the locked versions of the peers, by name. */
function peerVersions(): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(path.join(BENCH, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return manifest.dependencies;
}

/** Installs missing peers and returns the installed ones. None of their scripts runs. */
export function installPeers(failed: (why: string) => void): Set<string> {
  if (!isFresh()) {
    try {
      execFileSync('npm', ['ci', '--ignore-scripts'], {
        cwd: BENCH,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    } catch (error) {
      failed(error instanceof Error ? error.message : 'npm ci failed');
    }
  }
  const names = Object.keys(peerVersions());
  return new Set(names.filter((name) => existsSync(path.join(BENCH, 'node_modules', name))));
}

/** Loads a peer; its type is what a subject uses of it. */
export async function load<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}

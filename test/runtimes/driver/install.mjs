import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOM } from './runtimes.mjs';

const ROOT = path.resolve(ROOM, '../..');
const INSTALLED = path.join(ROOM, 'node_modules/.package-lock.json');

function isFresh() {
  try {
    return statSync(INSTALLED).mtimeMs >= statSync(path.join(ROOM, 'package-lock.json')).mtimeMs;
  } catch {
    return false;
  }
}

/** Installs the runtimes if they are missing; returns the reason if that fails. */
export function installRuntimes() {
  if (isFresh()) return undefined;
  try {
    execFileSync('npm', ['ci'], { cwd: ROOM, stdio: ['ignore', 'ignore', 'pipe'] });
    return undefined;
  } catch (error) {
    return String(error.stderr ?? error).trim();
  }
}

/** Puts the built package where the runtimes find it by name, as an installation would. */
export function installPackage(dist = path.join(ROOT, 'dist')) {
  const target = path.join(ROOM, 'node_modules/consent-evidence');
  rmSync(target, { recursive: true, force: true });
  cpSync(path.join(ROOT, 'package.json'), path.join(target, 'package.json'));
  cpSync(dist, path.join(target, 'dist'), { recursive: true });
}

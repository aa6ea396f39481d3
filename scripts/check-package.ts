import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stagePackage } from './stage-package.ts';

// Checks the tarball that npm would publish, not the source tree.
const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
};

try {
  const staged = path.join(folder, 'package');
  stagePackage(staged);
  run('npm', 'pack', staged, '--ignore-scripts', '--silent', '--pack-destination', folder);
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm pack has made no tarball');
  run('npx', 'publint', '--strict', path.join(folder, tarball));
  run('npx', 'attw', path.join(folder, tarball), '--profile', 'esm-only', '--quiet');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

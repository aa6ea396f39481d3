import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packPackage } from './pack-package.ts';

// Checks the tarball that npm would publish, not the source tree.
const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
};

try {
  const tarball = path.join(folder, (await packPackage(folder)).filename);
  run('npx', 'publint', '--strict', tarball);
  run('npx', 'attw', tarball, '--profile', 'esm-only', '--quiet');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

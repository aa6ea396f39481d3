import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The folder for compiled code, which the processes of a run share. */
const COMPILED = path.resolve('node_modules/.vite/compiled');

/** Linux keeps the files here in memory, where a sync costs nothing: archives and stores sync often. */
const IN_MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/** Returns the folder for temporary files: the one that the environment names, or one in memory. */
function parentFolder(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= NEEDED_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir(); // there is none, as on macOS and Windows
  }
}

/**
 * Makes a temporary folder for this run, for its workers and all processes that they start. Anything
 * that a process leaves behind, because it was killed or forgot it, is removed with the folder.
 */
export default function makeRunFolder(): void {
  const folder = mkdtempSync(path.join(parentFolder(), 'consent-evidence-run-'));
  // A server that runs as another user has its own folder in here.
  chmodSync(folder, 0o755);
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  // Not a teardown, which does not run after `vitest list`, Ctrl-C or a crash.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  if (process.env['NODE_COMPILE_CACHE'] !== undefined) return;
  // Each run starts with an empty one. It is not in the folder above, because a process that ends late
  // would create that folder again.
  rmSync(COMPILED, { recursive: true, force: true, maxRetries: 5 });
  process.env['NODE_COMPILE_CACHE'] = COMPILED;
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Most processes of a run load what others have loaded before: they keep it here, compiled. */
const COMPILED = path.resolve('node_modules/.vite/compiled');

/**
 * A temporary folder of the run's own, for its workers and all processes that they start: what one of
 * them leaves behind, because it was killed or forgot it, goes with the folder.
 */
export default function makeRunFolder(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-run-'));
  // A server that does not run as this user has its own folder in here.
  chmodSync(folder, 0o755);
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  // Not as a teardown: that does not come after `vitest list`, Ctrl-C or a crash.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  if (process.env['NODE_COMPILE_CACHE'] !== undefined) return;
  // Begun anew by each run. It is not in the folder, as a process that ends late would make that again.
  rmSync(COMPILED, { recursive: true, force: true, maxRetries: 5 });
  process.env['NODE_COMPILE_CACHE'] = COMPILED;
}

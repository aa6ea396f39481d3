import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A temporary folder of the run's own, for its workers and all processes that they start: what one of
 * them leaves behind, because it was killed or forgot it, goes with the folder. The processes keep their
 * compiled code in it too, since most of them load what others have loaded before.
 */
export default function makeRunFolder(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-run-'));
  // A server that does not run as this user has its own folder in here.
  chmodSync(folder, 0o755);
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  process.env['NODE_COMPILE_CACHE'] ??= path.join(folder, 'compiled');
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

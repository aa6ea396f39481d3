import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The user that the server runs as. */
export interface PostgresOwner {
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root: in that case it runs as the user of Debian's package. */
export function ownerId(): PostgresOwner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Creates a directory that no one else may read, as Postgres requires. */
export function newDirectory(owner: Partial<PostgresOwner> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'webhook-pg-'));
  chmodSync(directory, 0o700);
  const { uid, gid } = owner;
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
  return directory;
}

/** The directory that `initdb` has made in this process. */
let made: string | undefined;

/**
 * Lays out the data of a new server. `initdb` makes the same each time and takes ten times as long
 * as a copy, so it only runs for the first server.
 */
export function layOut(data: string, initdb: string, options: Partial<PostgresOwner>): void {
  if (made === undefined) {
    const first = newDirectory(options);
    const args = ['-D', first, '-U', 'test', '-A', 'trust', '--no-sync', '-E', 'UTF8'];
    execFileSync(initdb, args, { ...options, stdio: 'ignore' });
    process.once('exit', () => rmSync(first, { recursive: true, force: true }));
    made = first;
  }
  execFileSync('cp', ['-R', made, data], options);
}

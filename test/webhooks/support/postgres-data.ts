import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The user that the server runs as. */
export interface PostgresOwner {
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root: there it runs as the user that Debian's package made. */
export function ownerId(): PostgresOwner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A directory that nobody else may read, as Postgres wants it. */
export function newDirectory(owner: Partial<PostgresOwner> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'webhook-pg-'));
  chmodSync(directory, 0o700);
  const { uid, gid } = owner;
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
  return directory;
}

/** What `initdb` has made in this process. */
let made: string | undefined;

/**
 * Makes the data of a new server. `initdb` makes the same each time and takes ten times as long as a
 * copy, so that it runs for the first server only.
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

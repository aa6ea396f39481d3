import { fsync } from 'node:fs';
import { lstat, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { fileError } from './file-error.ts';

/**
 * Returns a path beside the file, so a rename stays on one disk. No two live processes share it.
 */
function besideOf(file: string): string {
  return `${file}.${process.pid}.tmp`;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

/** Removes what killed runs have left beside the file. */
async function sweepBeside(file: string): Promise<void> {
  const folder = path.dirname(file);
  const begin = `${path.basename(file)}.`;
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(begin) ? /^(\d{1,10})\.tmp$/.exec(name.slice(begin.length)) : null;
    if (pid === null || (Number(pid[1]) !== process.pid && isAlive(Number(pid[1])))) continue;
    await rm(path.join(folder, name), { force: true });
  }
}

/** Whether the file is a link such as `/dev/stdout`, which leads to a file if the output does. */
async function isSystemLink(file: string): Promise<boolean> {
  const there = await lstat(file).catch(() => undefined);
  return there?.isSymbolicLink() === true && /^\/(?:dev|proc)\//.test(path.resolve(file));
}

/** A rename would replace a device, a pipe or a link of the system with a file. */
async function refuseSpecial(flag: string, file: string): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there === undefined || (there.isFile() && !(await isSystemLink(file)))) return;
  if (there.isDirectory()) throw fileError(flag, file, { code: 'EISDIR' });
  throw invalidInput(flag, `${file}: is a device or a pipe; expected a file`);
}

/**
 * Checks that `writeWhole` can write the file, so that a run does not discover only at its end that
 * nothing can be saved. Leaves nothing behind, and removes what killed runs have left.
 *
 * @throws InvalidInputError naming the flag and the file.
 */
export async function checkWritable(flag: string, file: string): Promise<void> {
  await refuseSpecial(flag, file);
  try {
    await sweepBeside(file);
    const beside = besideOf(file);
    const handle = await open(beside, 'wx', 0o600);
    await handle.close();
    await rm(beside);
  } catch (error) {
    throw fileError(flag, file, error);
  }
}

/**
 * Pieces are gathered up to this length, so that a file of many rows does not need as many writes.
 */
const CHUNK_CHARS = 256 * 1024;

/** Not `handle.sync()`, which Yarn's Plug'n'Play has not implemented. */
export const synced = ({ fd }: { readonly fd: number }): Promise<void> => promisify(fsync)(fd);

function* chunksOf(pieces: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

async function writeNew(file: string, pieces: Iterable<string>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    // `write` may stop early if the disk is nearly full; this writes everything or throws.
    for (const chunk of chunksOf(pieces)) await handle.writeFile(chunk);
    await synced(handle);
  } finally {
    await handle.close();
  }
}

/** Without it, a power cut could undo the rename. Not every platform lets a folder be opened. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (handle !== undefined) await synced(handle).catch(() => undefined);
  await handle?.close();
}

/**
 * Writes a file whole or not at all, readable only by its owner: it writes a file beside it, syncs
 * that to disk, and renames it. A crash or a full disk leaves the original unchanged.
 *
 * @param around runs the rename, last of all, or throws, which ends the write.
 */
export async function writeWhole(
  file: string,
  pieces: Iterable<string>,
  around: (replace: () => Promise<void>) => Promise<void> = (replace) => replace(),
): Promise<void> {
  const beside = besideOf(file);
  await rm(beside, { force: true });
  try {
    await writeNew(beside, pieces);
    await around(() => rename(beside, file));
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(path.dirname(file));
}

import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns a path beside the file, so a rename stays on one disk. No two live processes share it.
 */
export function besideOf(file: string): string {
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
export async function sweepBeside(file: string): Promise<void> {
  const folder = path.dirname(file);
  const begin = `${path.basename(file)}.`;
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(begin) ? /^(\d{1,10})\.tmp$/.exec(name.slice(begin.length)) : null;
    if (pid === null || (Number(pid[1]) !== process.pid && isAlive(Number(pid[1])))) continue;
    await rm(path.join(folder, name), { force: true });
  }
}

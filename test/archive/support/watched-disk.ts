import path from 'node:path';
import { vi } from 'vitest';

type Files = typeof import('node:fs/promises');
type Handle = Awaited<ReturnType<Files['open']>>;

/** What would be lost if the machine lost its power now. */
export interface WatchedDisk {
  /** Files with bytes that are not on the disk. */
  readonly files: ReadonlySet<string>;
  /** Paths whose last name is not on the disk, because its folder was not synced since. */
  readonly names: ReadonlySet<string>;
  /** Every file that got its final name before its bytes were on the disk. */
  readonly namedTooEarly: readonly string[];
}

/**
 * Watches every file that is written through the file system of the platform, until the test ends.
 *
 * @param onNamed called when a file gets its name by a rename or a link.
 */
export function watchDisk(onNamed: (name: string) => void = () => undefined): WatchedDisk {
  const fs = process.getBuiltinModule('node:fs/promises');
  const { open, rename, link, unlink, mkdir, rmdir } = fs;
  const files = new Set<string>();
  const names = new Set<string>();
  const namedTooEarly: string[] = [];

  function watched(handle: Handle, at: string): Handle {
    const { write, truncate, sync } = handle;
    const changes = (run: (...args: never[]) => Promise<unknown>) =>
      (async (...args: never[]) => {
        files.add(at);
        return run.apply(handle, args);
      }) as never;
    return Object.assign(handle, {
      write: changes(write),
      truncate: changes(truncate),
      sync: async () => {
        // Another record's file may get its name while this sync goes on.
        const within = [...names].filter((name) => path.dirname(name) === at);
        await sync.call(handle);
        files.delete(at);
        for (const name of within) names.delete(name);
      },
    });
  }

  function named(from: string, to: string): void {
    if (files.has(from)) namedTooEarly.push(to);
    if (files.has(from)) files.add(to);
    names.add(to);
    onNamed(to);
  }

  vi.spyOn(fs, 'open').mockImplementation(async (at, flags, mode) => {
    const handle = await open(at, flags, mode);
    const isNew = typeof flags === 'number' && (flags & fs.constants.O_CREAT) !== 0;
    if (isNew) names.add(String(at));
    return watched(handle, String(at));
  });
  vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    await rename(from, to);
    names.delete(String(from));
    named(String(from), String(to));
    files.delete(String(from));
  });
  vi.spyOn(fs, 'link').mockImplementation(async (from, to) => {
    await link(from, to);
    named(String(from), String(to));
  });
  vi.spyOn(fs, 'unlink').mockImplementation(async (at) => {
    await unlink(at);
    files.delete(String(at));
    names.delete(String(at));
  });
  vi.spyOn(fs, 'rmdir').mockImplementation(async (at) => {
    await rmdir(at);
    names.delete(String(at));
  });
  vi.spyOn(fs, 'mkdir').mockImplementation(async (at, options) => {
    const first = await mkdir(at, options);
    let made = first === undefined ? '' : String(at);
    for (; first !== undefined && made.length >= first.length; made = path.dirname(made)) {
      names.add(made);
    }
    return first;
  });
  return { files, names, namedTooEarly };
}

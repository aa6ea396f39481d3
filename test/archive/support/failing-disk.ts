import { vi } from 'vitest';

type Files = typeof import('node:fs/promises');
type Handle = Awaited<ReturnType<Files['open']>>;

/** A disk on which one operation fails, or that one and all later ones. */
export interface FailingDisk {
  /** The operation that failed first; `undefined` if it was not reached. */
  readonly failed: string | undefined;
  /** From now on, everything succeeds. */
  mend(): void;
}

const OPERATIONS = ['lstat', 'mkdir', 'link', 'rename', 'unlink', 'readdir'] as const;
const OF_HANDLES = ['read', 'write', 'truncate', 'sync', 'stat'] as const;

/** Makes the file system's operation number `at`, from 1, fail with `code`, until the test ends. */
export function failingDisk(at: number, code: string, after: 'once' | 'always'): FailingDisk {
  const fs = process.getBuiltinModule('node:fs/promises') as unknown as Record<string, unknown>;
  let count = 0;
  let failed: string | undefined;
  let isMended = false;
  const failing = (run: unknown, name: string) =>
    (async (...args: never[]) => {
      count += 1;
      if (!isMended && (after === 'always' ? count >= at : count === at)) {
        failed ??= `${name} ${args.join(' ')}`;
        throw Object.assign(new Error(`${code}: no more, ${name}`), { code });
      }
      return (run as (...given: never[]) => Promise<unknown>)(...args);
    }) as never;
  const spy = (name: string, make: (run: unknown) => unknown) => {
    const run = fs[name];
    return vi
      .spyOn(fs as Record<string, () => unknown>, name)
      .mockImplementation(make(run) as never);
  };
  const spies = OPERATIONS.map((name) => spy(name, (run) => failing(run, name)));
  const opened = (run: unknown) => async (path: string, flags: string, mode: number) => {
    const handle = (await (failing(run, 'open') as Files['open'])(path, flags, mode)) as Handle;
    const own = OF_HANDLES.map((name) => [name, failing(handle[name].bind(handle), name)] as const);
    return Object.assign(handle, Object.fromEntries(own));
  };
  spies.push(spy('open', opened));
  return {
    get failed() {
      return failed;
    },
    mend() {
      isMended = true;
      for (const each of spies) each.mockRestore();
    },
  };
}

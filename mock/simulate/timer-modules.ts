/** The timers of a host that take a callback. */
export type Timers = Pick<
  typeof globalThis,
  'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'
>;

interface Options {
  readonly signal?: AbortSignal | undefined;
}

type Sleep = (ms?: number, value?: unknown, options?: Options) => Promise<unknown>;

function aborted({ reason }: AbortSignal): Error {
  const error = new Error('The operation was aborted', { cause: reason });
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' });
}

/** Makes the `setTimeout` of `node:timers/promises`, which is also that of `util.promisify`. */
export function sleepOn({ setTimeout, clearTimeout }: Timers): Sleep {
  return (ms, value, { signal } = {}) => {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted(signal));
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(aborted(signal as AbortSignal));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve(value);
      }, ms);
      signal?.addEventListener('abort', onAbort);
    });
  };
}

type Exports = Record<string, unknown>;

interface Platform {
  getBuiltinModule?(name: string): Exports | undefined;
}

/** Where a runtime's modules cannot be changed, they stay as they are. */
function set(to: Exports, values: Exports): void {
  for (const [name, value] of Object.entries(values)) Reflect.set(to, name, value);
}

/** Lets the imports of a module see what was replaced. workerd has the function, which only throws. */
function syncImports(module: { syncBuiltinESMExports?(): void }): void {
  try {
    module.syncBuiltinESMExports?.();
  } catch {
    // Names that were imported stay as they are.
  }
}

/**
 * Replaces what Node's timer modules export, `import { setTimeout } from 'node:timers/promises'`
 * included, until the returned function is called. `isOwned`: whether the running code is to have
 * the new promises.
 */
export function replaceModules(timers: Timers, isOwned: () => boolean): () => void {
  const { process } = globalThis as { process?: Platform };
  const builtin = (name: string): Exports => process?.getBuiltinModule?.(name) ?? {};
  const [callbacks, promises] = [builtin('node:timers'), builtin('node:timers/promises')];
  const { setTimeout, setInterval, clearTimeout, clearInterval } = callbacks;
  const { setTimeout: wait, setInterval: every } = promises;
  const sleep = sleepOn(timers);
  const choose =
    (mine: unknown, original: unknown) =>
    (...args: unknown[]): unknown =>
      Reflect.apply((isOwned() ? mine : original) as () => unknown, undefined, args);
  const replace = (plain: Exports, promised: Exports): void => {
    set(callbacks, plain);
    set(promises, promised);
    syncImports(builtin('node:module'));
  };
  replace(
    { ...timers },
    {
      setTimeout: choose(sleep, wait),
      setInterval: choose(async function* (...args: Parameters<Sleep>) {
        for (;;) yield sleep(...args);
      }, every),
    },
  );
  return () => {
    replace(
      { setTimeout, setInterval, clearTimeout, clearInterval },
      { setTimeout: wait, setInterval: every },
    );
  };
}

/** Tells which call of which program the code that runs belongs to, across its awaits. */
export interface Scope<T> {
  run<R>(value: T, work: () => R): R;
  getStore(): T | undefined;
}

interface AsyncHooks {
  AsyncLocalStorage: new <T>() => Scope<T>;
}

/** Where the runtime cannot tell, nothing is known of what runs: timers stay the host's. */
class NoScope<T> implements Scope<T> {
  run<R>(_value: T, work: () => R): R {
    return work();
  }

  getStore(): T | undefined {
    return undefined;
  }
}

/** Asked for by name at run time, so that no bundler has an import to resolve. */
export function createScope<T>(): Scope<T> {
  const { process } = globalThis as {
    process?: { getBuiltinModule?(name: string): AsyncHooks | undefined };
  };
  const hooks = process?.getBuiltinModule?.('node:async_hooks');
  return hooks === undefined ? new NoScope<T>() : new hooks.AsyncLocalStorage<T>();
}

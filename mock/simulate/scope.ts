/** Tells which call of which program the running code belongs to, across its awaits. */
export interface Scope<T> {
  run<R>(value: T, work: () => R): R;
  getStore(): T | undefined;
}

interface AsyncHooks {
  AsyncLocalStorage: new <T>() => Scope<T>;
}

/**
 * Creates a scope. Loads the module by name at run time, so that bundlers have no import to
 * resolve.
 */
export function createScope<T>(): Scope<T> | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?(name: string): AsyncHooks | undefined };
  };
  const hooks = process?.getBuiltinModule?.('node:async_hooks');
  return hooks && new hooks.AsyncLocalStorage<T>();
}

/** Tells which call of which program the running code belongs to, across its awaits. */
export interface Scope<T> {
  run<R>(value: T | undefined, work: () => R): R;
  getStore(): T | undefined;
}

interface AsyncHooks {
  AsyncLocalStorage: {
    new <T>(): Scope<T>;
    bind<R>(work: () => R): () => R;
  };
}

function asyncHooks(): AsyncHooks | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?(name: string): AsyncHooks | undefined };
  };
  return process?.getBuiltinModule?.('node:async_hooks');
}

/**
 * Creates a scope. Loads the module by name at run time, so that bundlers have no import to
 * resolve.
 */
export function createScope<T>(): Scope<T> | undefined {
  const hooks = asyncHooks();
  return hooks && new hooks.AsyncLocalStorage<T>();
}

/** Returns a function that runs `work` in all scopes of now, the program's own included. */
export function inScopesOfNow<R>(work: () => R): () => R {
  return asyncHooks()?.AsyncLocalStorage.bind(work) ?? work;
}

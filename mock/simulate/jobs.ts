/** Code that may begin something that takes real time. */
export interface JobOwner {
  /** Counts a job that has begun. Returns a function that tells its end. */
  beginJob(): () => void;
}

type OwnerOf = () => JobOwner | undefined;

interface Hook {
  enable(): unknown;
  disable(): unknown;
}

interface Platform {
  readonly versions?: { readonly bun?: string };
  getBuiltinModule?(name: string): { createHook?(callbacks: object): Hook } | undefined;
}

/** Reading and writing a file, and looking up a name. */
const SYSTEM_JOB = /^FSREQ|^GETADDRINFO/;

/** Only Node tells what its threads do. Bun warns each time that it cannot. */
function watchSystem(ownerOf: OwnerOf): () => void {
  const { process } = globalThis as { process?: Platform };
  if (process?.versions?.bun !== undefined) return () => undefined;
  const ends = new Map<number, () => void>();
  const hook = process?.getBuiltinModule?.('node:async_hooks')?.createHook?.({
    init(id: number, type: string) {
      const end = SYSTEM_JOB.test(type) ? ownerOf()?.beginJob() : undefined;
      if (end !== undefined) ends.set(id, end);
    },
    after(id: number) {
      ends.get(id)?.();
      ends.delete(id);
    },
    // Newer versions of Node know it: a hook that is told of promises as well slows a world down.
    trackPromises: false,
  });
  hook?.enable();
  return () => void hook?.disable();
}

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

function watchCrypto(ownerOf: OwnerOf): () => void {
  const { crypto } = globalThis as { crypto?: { subtle?: object } };
  const prototype = Object.getPrototypeOf(crypto?.subtle ?? {}) as Methods;
  const real = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(
    ([, { enumerable, value }]) => enumerable === true && typeof value === 'function',
  );
  for (const [name, { value }] of real) {
    prototype[name] = function (...args) {
      const result = Reflect.apply(value as Methods[string], this, args);
      const end = ownerOf()?.beginJob();
      if (end !== undefined) result.then(end, end);
      return result;
    };
  }
  return () => void Object.defineProperties(prototype, Object.fromEntries(real));
}

/**
 * Tells the owners of the jobs that their code begins, until the returned function is called.
 * Without it the world would go on before a file is read or a hash is made, if this machine is slow,
 * and no two runs would be alike.
 */
export function watchJobs(ownerOf: OwnerOf): () => void {
  const ends = [watchSystem(ownerOf), watchCrypto(ownerOf)];
  return () => ends.forEach((end) => end());
}

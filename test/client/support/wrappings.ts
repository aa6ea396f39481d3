import { vi } from 'vitest';
import { ConsentEvidence, type ConsentEvidenceOptions } from '../../../src/index.ts';

type Wrap = (options: ConsentEvidenceOptions) => ConsentEvidence | Promise<ConsentEvidence>;
type Functions = Record<string, (...given: unknown[]) => unknown>;

const METHODS = {
  domains: ['list'],
  cdrs: ['list', 'findByPhone', 'get', 'collect', 'share', 'download', 'downloadTo'],
  shares: ['receive', 'tokenOf', 'dashboardUrl'],
} as const;
const SPACES = Object.entries(METHODS) as [keyof typeof METHODS, readonly string[]][];

/** Shows every object in it through a `Proxy`, as Vue's `reactive` does. */
function deep<T extends object>(object: T): T {
  return new Proxy(object, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      return typeof value === 'object' && value !== null ? deep(value) : value;
    },
  });
}

class Subclass extends ConsentEvidence {
  readonly #calls: string[] = [];
  override request(...given: Parameters<ConsentEvidence['request']>) {
    this.#calls.push('request');
    return super.request(...given);
  }
}

/** Replaces each method by what `change` makes of it. */
function changed(
  client: ConsentEvidence,
  change: (method: Functions[string], methods: Functions) => unknown,
): ConsentEvidence {
  for (const [space, names] of SPACES) {
    const methods = client[space] as unknown as Functions;
    for (const name of names) {
      const method = methods[name] as Functions[string];
      methods[name] = change(method, methods) as Functions[string];
    }
  }
  return client;
}

/** A client as a program may hand it on: itself, and wrapped in the ways that programs wrap. */
export const WRAPPINGS: Readonly<Record<string, Wrap>> = {
  'the client itself': (options) => new ConsentEvidence(options),
  'a Proxy': (options) => new Proxy(new ConsentEvidence(options), {}),
  'a deep Proxy': (options) => deep(new ConsentEvidence(options)),
  'a subclass': (options) => new Subclass(options),
  'a copy by withOptions': (options) => new Subclass(options).withOptions({ timeoutMs: 5_000 }),
  'an async function for each method': (options) =>
    changed(new ConsentEvidence(options), (method, methods) => async (...given: unknown[]) => {
      await Promise.resolve();
      return method.apply(methods, given);
    }),
  'functions that give their own promise': (options) =>
    changed(new ConsentEvidence(options), (method, methods) => (...given: unknown[]) => {
      const made = method.apply(methods, given);
      return made instanceof Promise ? made.then((value: unknown) => value) : made;
    }),
  'a plain object with the methods': (options) => {
    const client = new ConsentEvidence(options);
    const taken = SPACES.map(([space, names]) => {
      const methods = client[space] as unknown as Functions;
      return [space, Object.fromEntries(names.map((name) => [name, methods[name]]))];
    });
    return Object.fromEntries(taken) as ConsentEvidence;
  },
  'a client of another copy of the package': async (options) => {
    vi.resetModules();
    const copy = (await import('../../../src/index.ts')) as { ConsentEvidence: unknown };
    if (copy.ConsentEvidence === ConsentEvidence) throw new Error('expected another copy');
    return new (copy.ConsentEvidence as typeof ConsentEvidence)(options);
  },
};

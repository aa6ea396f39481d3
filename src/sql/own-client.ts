import { invalidInput } from '../errors/invalid-input-error.ts';

/** What would take the transaction's connection away from it. */
const OURS = new Set<PropertyKey>(['release', 'connect', 'end']);

function refusal(name: string): () => never {
  return () => {
    const message = `must not call ${name}(): the transaction returns its client to the pool itself`;
    throw invalidInput('tx', message);
  };
}

/**
 * Returns the client as the user's part of a transaction gets it: the same, but that giving it back
 * throws right there. A second release would end the process later, or hand the connection to
 * another transaction.
 */
export function ownClient<Client extends object>(client: Client): Client {
  /** Each method once, so that it is the same at each look. */
  const methods = new Map<unknown, unknown>();
  const bound = (name: PropertyKey, method: () => unknown): unknown => {
    const known = methods.get(method);
    // To the client itself, whose private fields a proxy does not have.
    const own = known ?? (OURS.has(name) ? refusal(String(name)) : method.bind(client));
    methods.set(method, own);
    return own;
  };
  return new Proxy(client, {
    get(_, name) {
      const value: unknown = Reflect.get(client, name);
      const isFixed = Reflect.getOwnPropertyDescriptor(client, name)?.configurable === false;
      if (typeof value !== 'function' || isFixed) return value;
      return bound(name, value as () => unknown);
    },
    set: (_, name, value) => Reflect.set(client, name, value),
  });
}

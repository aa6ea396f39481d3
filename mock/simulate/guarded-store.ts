import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { Call } from './call.ts';
import { NEVER, type SimulatedProcess } from './process.ts';
import type { Story } from './story.ts';

type Method = (...args: unknown[]) => unknown;

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** Refuses synchronous databases: a dead process could not be kept from using them. */
export function checkStore(name: string, store: unknown): object {
  const path = `durable.${name}`;
  if (typeof store !== 'object' || store === null) {
    throw invalidInput(path, 'expected a function that creates a store');
  }
  const { prepare, exec } = store as { prepare?: unknown; exec?: unknown };
  if (typeof prepare !== 'function' || typeof exec !== 'function') return store;
  throw invalidInput(
    path,
    'expected a store whose methods return promises, created with the database',
  );
}

/** The process that uses a store. */
interface StoreUser {
  readonly name: string;
  readonly process: SimulatedProcess;
  readonly story: Story;
  readonly durable: { readonly promising: Set<string> };
  readonly callNow: () => Call;
}

/** A client that a pool lends. */
interface Lent {
  release(destroy?: boolean): unknown;
}

function isLent(value: unknown): value is object & Lent {
  return typeof (value as Partial<Lent> | null | undefined)?.release === 'function';
}

/**
 * Waits for a pool's client. If the process ends with it, it is cut off, as a server does with the
 * connection of a process that is gone.
 */
function lent(call: Call, connected: Promise<unknown>, wrap: (lent: object) => object) {
  const { process } = call;
  return call.hold<unknown>((resolve, reject) => {
    connected.then((value) => {
      if (!isLent(value)) return resolve(value);
      const cut = (): unknown => value.release(true);
      if (!process.isAlive) return void cut();
      process.connections.add(cut);
      const release = (destroy?: boolean): unknown => {
        if (!process.connections.delete(cut)) return undefined;
        return value.release(destroy);
      };
      return resolve(wrap(Object.assign(Object.create(value) as object, { release })));
    }, reject);
  });
}

/** Settles a promise of a store in its turn, and never once the process is dead. */
function inTurn<T>(call: Call, result: Promise<T>, waitMs: number): Promise<T> {
  const { process } = call;
  const isHeld = process.pace !== undefined || waitMs > 0;
  return new Promise<T>((resolve, reject) => {
    const later =
      <V>(settle: (value: V) => void) =>
      (value: V): void => {
        if (!process.isAlive) return;
        if (!isHeld) return settle(value);
        void call.hold<V>((go) => process.timeline.after(waitMs, () => go(value))).then(settle);
      };
    result.then(later(resolve), later<unknown>(reject));
  });
}

/** Wraps a store for one process: each call is an await at which the process can die. */
export function guarded<T extends object>(store: T, user: StoreUser): T {
  const { process, story, durable } = user;
  const invoke = (name: string, method: Method, args: unknown[]): unknown => {
    if (!process.isAlive) return NEVER;
    const path = `${user.name}.${name}`;
    story.trace(`calls ${path}`);
    const call = user.callNow();
    const slow = call.nextStatement();
    const isLate = slow?.isBefore === true && durable.promising.has(path);
    const execute = (): unknown => Reflect.apply(method, store, args);
    const result = isLate
      ? call
          .hold<undefined>((go) => process.timeline.after(slow.ms, () => go(undefined)))
          .then(execute)
      : execute();
    const goesOn = process.passes();
    if (!isPromise(result)) return result;
    durable.promising.add(path);
    if (slow !== undefined) {
      story.tell(`  The database of ${process.who} takes ${slow.ms / 1000} seconds: ${path}`);
    }
    const wrap = (client: object): object => guarded(client, { ...user, name: path });
    // A process that dies while it waits for a client must not keep it.
    const settled = name === 'connect' ? lent(call, result, wrap) : result;
    if (!goesOn) return NEVER;
    return inTurn(call, settled, call.pause() + (isLate ? 0 : (slow?.ms ?? 0)));
  };
  const methods = new Map<PropertyKey, unknown>();
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const known = methods.get(name);
      if (known !== undefined) return known;
      const method = (...args: unknown[]): unknown => invoke(String(name), value as Method, args);
      methods.set(name, method);
      return method;
    },
  });
}

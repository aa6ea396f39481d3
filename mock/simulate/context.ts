import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { type Call, callOf } from './call.ts';
import type { DoneEffect } from './facts.ts';
import { presentOwner } from './host-timers.ts';
import { NEVER, type SimulatedProcess } from './process.ts';
import type { SimulatedStorage, StartContext } from './program.ts';
import type { Story } from './story.ts';

/** What outlives a process. */
export class Durable {
  readonly values = new Map<string, unknown>();
  readonly stores = new Map<string, object>();
  readonly effects: DoneEffect[] = [];

  /** Closes the stores that have a `close` method. */
  close(): void {
    for (const store of this.stores.values()) {
      const { close } = store as { close?: () => unknown };
      if (typeof close === 'function') Reflect.apply(close, store, []);
    }
  }
}

/** Returns the durable values, to be read from outside any process. */
export function storageOf({ values }: Durable): SimulatedStorage {
  return storageFor(values, {
    isAlive: () => true,
    changed: () => undefined,
    refused: invalidInput,
  });
}

/** How the holder of the storage is connected to its world. */
interface Holder {
  readonly isAlive: () => boolean;
  readonly changed: (text: string) => void;
  readonly refused: typeof invalidInput;
}

function storageFor(
  values: Map<string, unknown>,
  { isAlive, changed, refused }: Holder,
): SimulatedStorage {
  return {
    get: (key) => structuredClone(values.get(key)),
    set(key, value) {
      if (typeof key !== 'string') throw refused('storage.key', 'expected a string');
      let copy: unknown;
      try {
        copy = structuredClone(value);
      } catch {
        throw refused(
          `storage.${key}`,
          'expected a value that can be cloned: no functions, no classes',
        );
      }
      if (!isAlive()) return;
      values.set(key, copy);
      changed(`sets ${key}: ${JSON.stringify(copy)}`);
    },
    delete(key) {
      if (!isAlive()) return false;
      const isDeleted = values.delete(key);
      changed(`deletes ${key}`);
      return isDeleted;
    },
    entries: () => [...values].map(([key, value]) => [key, structuredClone(value)]),
  };
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** Refuses synchronous databases: a dead process could not be kept from using them. */
function checkStore(name: string, store: unknown): object {
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
  readonly process: SimulatedProcess;
  readonly callNow: () => Call;
  readonly called: (name: string) => void;
}

/** Wraps a store for one process: each call is an await at which the process can die. */
function guarded<T extends object>(store: T, { process, callNow, called }: StoreUser): T {
  const invoke = (
    name: string,
    method: (...args: unknown[]) => unknown,
    args: unknown[],
  ): unknown => {
    if (!process.isAlive) return NEVER;
    called(name);
    const result = Reflect.apply(method, store, args);
    const goesOn = process.passes();
    if (!isPromise(result)) return result;
    if (!goesOn) return NEVER;
    const call = process.pace && callNow();
    const pauseMs = call?.pause() ?? 0;
    return new Promise((resolve, reject) => {
      const later =
        <V>(settle: (value: V) => void) =>
        (value: V): void => {
          if (!process.isAlive) return;
          if (call === undefined) return settle(value);
          void call.hold<V>((go) => process.timeline.after(pauseMs, () => go(value))).then(settle);
        };
      result.then(later(resolve), later<unknown>(reject));
    });
  };
  const methods = new Map<PropertyKey, unknown>();
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const known = methods.get(name);
      if (known !== undefined) return known;
      const method = (...args: unknown[]): unknown =>
        invoke(String(name), value as (...args: unknown[]) => unknown, args);
      methods.set(name, method);
      return method;
    },
  });
}

/** What the parts of a start share. */
export interface ContextParts {
  readonly process: SimulatedProcess;
  readonly durable: Durable;
  readonly story: Story;
  readonly clientOptions: Omit<StartContext['clientOptions'], 'clock' | 'random'>;
  readonly webhookSecret: string;
  readonly random: () => number;
  readonly machine: number;
}

/** Makes what one process is started with. All of it is dead once the process is. */
export function startContext(parts: ContextParts): StartContext {
  const { process, durable, story, random } = parts;
  const changed = (text: string): void => {
    story.trace(text);
    process.passes();
  };
  // A program may catch the error, but its author must learn of it all the same.
  const refused: typeof invalidInput = (path, message) => {
    const error = invalidInput(path, message);
    process.timeline.fail(error);
    return error;
  };
  // Code outside any call, such as a listener of the host's, belongs only to the process.
  const call = (): Call => callOf(process, presentOwner());
  const clock: StartContext['clock'] = {
    now: () => process.timeline.now(),
    sleep(ms, signal) {
      story.trace(`sleeps ${ms}`);
      return call().sleep(ms, signal);
    },
  };
  return {
    clientOptions: { ...parts.clientOptions, clock, random },
    webhookSecret: parts.webhookSecret,
    storage: storageFor(durable.values, { isAlive: () => process.isAlive, changed, refused }),
    effect(cdrId) {
      if (typeof cdrId !== 'string') throw refused('effect.cdrId', 'expected a string');
      if (!process.isAlive) return;
      durable.effects.push({ cdrId, at: process.timeline.now() });
      story.tell(`  ${process.who} does its work for ${story.nameOf(cdrId)}`);
      process.passes();
    },
    clock,
    random,
    durable<T extends object>(name: string, make: () => T): T {
      const store = durable.stores.get(name) ?? checkStore(name, make());
      durable.stores.set(name, store);
      const called = (method: string): void => story.trace(`calls ${name}.${method}`);
      return guarded(store as T, { process, callNow: call, called });
    },
    machine: parts.machine,
  };
}

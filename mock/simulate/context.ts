import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { type Call, callOf } from './call.ts';
import type { DoneEffect } from './facts.ts';
import { checkStore, guarded } from './guarded-store.ts';
import { presentOwner } from './host-timers.ts';
import type { SimulatedProcess } from './process.ts';
import type { SimulatedStorage, StartContext } from './program.ts';
import type { Story } from './story.ts';

/** What outlives a process. */
export class Durable {
  readonly values = new Map<string, unknown>();
  readonly stores = new Map<string, object>();
  readonly effects: DoneEffect[] = [];
  /** The methods of stores that have returned a promise, as `ledger.get`. */
  readonly promising = new Set<string>();

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
      return guarded(store as T, { name, process, story, durable, callNow: call });
    },
    machine: parts.machine,
  };
}

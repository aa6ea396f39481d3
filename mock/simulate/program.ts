import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { FetchLike, WebRequest, WebResponse } from '../../src/platform/platform.ts';
import type { Doors } from './plan.ts';

/** A lead that is posted to the program: the argument of an intake's `take`. */
export interface SimulatedLead {
  /** The buyer's identifier of the lead. */
  readonly leadId: string;
  /** The share URL that came with it. */
  readonly shareUrl: string;
  /** The phone number that came with it. */
  readonly phone: string;
}

/** The words of a decision. */
export const DECISIONS = ['accept', 'refuse', 'duplicate', 'hold', 'fix'] as const;

/** The program's decision on a lead: the result of an intake's `take`. */
export interface SimulatedDecision {
  /** The lead's identifier. Required in the result of `tick`, optional in that of `take`. */
  readonly leadId?: string;
  /** `accept`, `refuse` and `duplicate` are final, `hold` and `fix` are not. */
  readonly decision: (typeof DECISIONS)[number];
  /** The record that the lead is accepted with. */
  readonly cdrId?: string;
  /** Why a lead is held. `PAID_UNKNOWN`: whether it was paid for can no longer be determined. */
  readonly code?: string;
}

/** A record: its id, or an object with it. */
export type CdrReference =
  | string
  | {
      /** The record's identifier. */
      readonly cdrId: string;
    };

/** Records, such as an intake's `orphans()` or an array of ids. */
export type CdrReferences = Iterable<CdrReference> | AsyncIterable<CdrReference>;

/**
 * The program under test. At least one of `take`, `webhook` and `tick` is required.
 *
 * @example
 * ```ts
 * const program: SimulatedProgram = {
 *   take: (lead) => intake.take(lead),
 *   tick: () => intake.resume(),
 *   orphans: () => intake.orphans(),
 * };
 * ```
 */
export interface SimulatedProgram {
  /** Called with a posted lead. If it throws, the seller has no answer. */
  take?(lead: SimulatedLead): SimulatedDecision | Promise<SimulatedDecision>;
  /** Called with a webhook delivery. If it throws, the service gets a 500. */
  webhook?(request: WebRequest): WebResponse | Promise<WebResponse>;
  /** Called by a timer. May return an array of decisions, each with its `leadId`. */
  tick?(): unknown;
  /** Lists records that may be paid for but belong to no accepted lead. Called once, at the end. */
  orphans?(): CdrReferences | Promise<CdrReferences>;
}

/** A durable map. Its values survive crashes. */
export interface SimulatedStorage {
  /** Returns a copy of the value, or `undefined`. */
  get(key: string): unknown;
  /** Stores a structured clone of the value. Durable when it returns. */
  set(key: string, value: unknown): void;
  /** Removes the value. Returns whether there was one. */
  delete(key: string): boolean;
  /** Copies of all entries, in the order in which their keys were first set. */
  entries(): [key: string, value: unknown][];
}

/** Client options of the buyer in one world. */
export interface SimulatedClientOptions {
  /** The buyer's key. */
  readonly apiKey: string;
  /** `{base_url}` of the world's service. */
  readonly baseUrl: string;
  /** Reaches the world's service over its unreliable network. */
  readonly fetch: FetchLike;
  /** The world's clock. */
  readonly clock: Clock;
  /** The world's random numbers, from 0 up to 1. */
  readonly random: () => number;
  /** The client throws on a reply that breaks the contract. */
  readonly validateReplies: 'throw';
}

/** What a program is started with. Each start gets a new one. After a crash the old one is dead. */
export interface StartContext {
  /** For `new ConsentEvidence(clientOptions)`. */
  readonly clientOptions: SimulatedClientOptions;
  /** The signing secret of deliveries, for `createWebhookHandler`. */
  readonly webhookSecret: string;
  /** A durable map that survives crashes. */
  readonly storage: SimulatedStorage;
  /** Marks the program's own work for a record as done. Durable when it returns. */
  readonly effect: (cdrId: string) => void;
  /** The world's clock. */
  readonly clock: Clock;
  /** Random numbers from 0 up to 1, the same in each run of the world. */
  readonly random: () => number;
  /** Which of the `machines` it is started on, from 0. `storage` and `durable` are those of all. */
  readonly machine: number;
  /**
   * Creates a store that survives crashes, such as `sqliteLedger(':memory:')`. `make` is called once
   * per world and name, and `close` of the store, if any, at the world's end. The store's methods
   * must return promises: the process can crash after any call. A synchronous database is refused;
   * open it within `make`, together with the store that uses it.
   */
  readonly durable: <T extends object>(name: string, make: () => T) => T;
}

/** Starts the program under test, in each world and after each crash. */
export type StartProgram = (context: StartContext) => SimulatedProgram | Promise<SimulatedProgram>;

const DOORS = ['take', 'webhook', 'tick', 'orphans'] as const;

/** Returns which doors a program has. Throws if it is not a program. */
export function doorsOf(program: unknown): Doors {
  const given = (program ?? {}) as Partial<Record<(typeof DOORS)[number], unknown>>;
  for (const door of DOORS) {
    if (given[door] !== undefined && typeof given[door] !== 'function') {
      throw invalidInput(`start.${door}`, 'expected a function');
    }
  }
  const doors = {
    take: given.take !== undefined,
    webhook: given.webhook !== undefined,
    tick: given.tick !== undefined,
  };
  if (doors.take || doors.webhook || doors.tick) return doors;
  throw invalidInput(
    'start',
    'expected a program with take, webhook or tick; it returned none of them',
  );
}

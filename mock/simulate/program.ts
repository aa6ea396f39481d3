import type { Clock } from '../../src/clock.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { FetchLike, WebRequest, WebResponse } from '../../src/platform.ts';
import type { Doors } from './plan.ts';

/** A lead as it is posted: what an intake's `take` takes. */
export interface SimulatedLead {
  /** The buyer's own identifier. */
  readonly leadId: string;
  /** The share URL that came with it. */
  readonly shareUrl: string;
  /** The phone number that came with it. */
  readonly phone: string;
}

/** The words of a decision. */
export const DECISIONS = ['accept', 'refuse', 'duplicate', 'hold', 'fix'] as const;

/** What a program answers for a lead: what an intake's `take` gives. */
export interface SimulatedDecision {
  /** The lead's own; not needed in what `take` gives. */
  readonly leadId?: string;
  /** `accept`, `refuse` and `duplicate` are final. */
  readonly decision: (typeof DECISIONS)[number];
  /** The record that the lead is accepted with. */
  readonly cdrId?: string;
  /** Why a lead is held. `PAID_UNKNOWN`: it may have been paid for, and no call can tell any more. */
  readonly code?: string;
}

/** A record, by its id or by an object that has it. */
export type CdrReference =
  | string
  | {
      /** The record's identifier. */
      readonly cdrId: string;
    };

/** Any number of records, such as an intake's `orphans()` or a list of ids. */
export type CdrReferences = Iterable<CdrReference> | AsyncIterable<CdrReference>;

/**
 * The program under test. It has at least one of `take`, `webhook` and `tick`.
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
  /** A lead is posted. What it throws is told to the seller as a failure, who posts the lead again. */
  take?(lead: SimulatedLead): SimulatedDecision | Promise<SimulatedDecision>;
  /** The service delivers an event; what it throws is a 500. */
  webhook?(request: WebRequest): WebResponse | Promise<WebResponse>;
  /** Its own timer fires. It may give the decisions that it made. */
  tick?(): unknown;
  /** The records that it knows it may have paid for, beside those of accepted leads. */
  orphans?(): CdrReferences | Promise<CdrReferences>;
}

/** A small durable map: what was set before a crash is there after it. */
export interface SimulatedStorage {
  /** A copy of the value; `undefined` where there is none. */
  get(key: string): unknown;
  /** Keeps a copy of the value, as a structured clone. Durable when it returns. */
  set(key: string, value: unknown): void;
  /** Whether there was one. */
  delete(key: string): boolean;
  /** Copies of all, in the order in which the keys were set first: a log as well. */
  entries(): [key: string, value: unknown][];
}

/** What a client of the program is made of. */
export interface SimulatedClientOptions {
  /** The buyer's key. */
  readonly apiKey: string;
  /** `{base_url}` of the world's service. */
  readonly baseUrl: string;
  /** Reaches the world's service, through the world's network. */
  readonly fetch: FetchLike;
  /** The world's time. */
  readonly clock: Clock;
  /** The world's chance. */
  readonly random: () => number;
  /** A reply that breaks the contract is an error. */
  readonly validateReplies: 'throw';
}

/** What a program is started with. Each start gets its own, and an old one is dead after a crash. */
export interface StartContext {
  /** For `new ConsentEvidence(clientOptions)`. */
  readonly clientOptions: SimulatedClientOptions;
  /** What `createWebhookHandler` needs to verify deliveries. */
  readonly webhookSecret: string;
  /** Survives crashes. */
  readonly storage: SimulatedStorage;
  /** The program's own work for an event: durable at once, and counted. */
  readonly effect: (cdrId: string) => void;
  /** The world's time. */
  readonly clock: Clock;
  /** From 0 up to 1, the same in each run of the world. */
  readonly random: () => number;
  /**
   * A store of the program's own, such as `sqliteLedger(':memory:')`: made once for each world, and
   * the same after each crash; what has a `close` is closed with the world. Its methods give
   * promises: each call is an await at which the process can die, once it is done, and a dead
   * process calls it in vain. A synchronous database is not taken: make it in there, with the store
   * that stands on it.
   */
  readonly durable: <T extends object>(name: string, make: () => T) => T;
}

/** Makes the program: called for each world, and again after each crash. */
export type StartProgram = (context: StartContext) => SimulatedProgram | Promise<SimulatedProgram>;

const DOORS = ['take', 'webhook', 'tick', 'orphans'] as const;

/** Refuses what is no program, and tells which doors it has. */
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
    'expected a program with take, webhook or tick; it gave none of them',
  );
}

import type { IdState } from '../ground/ids.ts';
import { AccountTable, LookupTable } from '../ground/lookup-tables.ts';
import { RecentTable } from '../ground/recent-table.ts';
import { Table } from '../ground/table.ts';
import type {
  Access,
  ApiKey,
  Claim,
  Holding,
  JournaledRequest,
  Organization,
  StoredCdr,
  StoredCharge,
  StoredDelivery,
  StoredShareEvent,
  StoredToken,
} from './entities.ts';
import type { StoredFault } from './fault.ts';
import { RecordLists } from './record-lists.ts';

/** The tables, in the order in which a file stores them. */
export interface Tables {
  readonly organizations: Table<[organizationId: string], Organization>;
  /** By `keyId`. */
  readonly keys: LookupTable<ApiKey>;
  /** By `cdrId`. */
  readonly cdrs: LookupTable<StoredCdr>;
  /** By `cdrId` and `organizationId`. */
  readonly holdings: AccountTable<Holding>;
  readonly domains: Table<[organizationId: string, domainId: string], true>;
  /** The records of each package, as each organization holds them. */
  readonly packages: Table<
    [organizationId: string, packageId: string, producerId: string, cdrId: string],
    true
  >;
  /** By `cdrId` and `organizationId`. */
  readonly access: AccountTable<Access>;
  /** At most one entry per record and organization, so a second charge cannot be stored. */
  readonly charges: AccountTable<StoredCharge>;
  /** By `token`. */
  readonly tokens: LookupTable<StoredToken>;
  /** By `token` and `organizationId`. */
  readonly claims: AccountTable<Claim>;
  readonly shareEvents: Table<[sequence: number], StoredShareEvent>;
  readonly deliveries: Table<[webhookId: string], StoredDelivery>;
  /** The finished deliveries, oldest first, so that their number can be bounded. */
  readonly finishedDeliveries: Table<[sequence: number, webhookId: string], true>;
  readonly dueRenders: Table<[at: number, cdrId: string], true>;
  readonly dueDeliveries: Table<[at: number, sequence: number, webhookId: string], true>;
  /** The faults in force. */
  readonly faults: Table<[sequence: number, faultId: string], StoredFault>;
  /** The latest faults whose `times` are used up. */
  readonly spentFaults: Table<[sequence: number, faultId: string], StoredFault>;
  readonly requests: RecentTable<JournaledRequest>;
}

/**
 * All state of the fake in one value. What depends on who asks and when is not stored: `collected`,
 * `downloadUrl`, and whether a token is expired.
 */
export interface World extends IdState, Tables {
  /** The time of a stopped clock, or the time of a running clock when this was copied. */
  now: number;
  /** Counts charges, deliveries, requests and more, so that each list has an order. */
  sequence: number;
  /** The total length of the journal's entries, in characters. */
  requestChars: number;
  /** Rendered records, including invalid ones, as each organization lists and finds them. */
  readonly lists: RecordLists;
}

function createTables(): Tables {
  return {
    organizations: new Table(),
    keys: new LookupTable(),
    cdrs: new LookupTable(),
    holdings: new AccountTable(),
    domains: new Table(),
    packages: new Table(),
    access: new AccountTable(),
    charges: new AccountTable(),
    tokens: new LookupTable(),
    claims: new AccountTable(),
    shareEvents: new Table(),
    deliveries: new Table(),
    finishedDeliveries: new Table(),
    dueRenders: new Table(),
    dueDeliveries: new Table(),
    faults: new Table(),
    spentFaults: new Table(),
    requests: new RecentTable(),
  };
}

/** The names of the tables. The lists can be derived from them. */
export const TABLE_NAMES = Object.keys(createTables()) as readonly (keyof Tables)[];

/** An empty world. */
export function createWorld(now: number, idSeed: string): World {
  const counters = { idCount: 0, sequence: 0, requestChars: 0 };
  return { now, idSeed, ...counters, lists: new RecordLists(), ...createTables() };
}

/** Copies a world without walking over its contents. Changes to one do not affect the other. */
export function copyWorld(world: World): World {
  const tables = TABLE_NAMES.map((name) => [name, world[name].copy()]);
  return { ...world, lists: world.lists.copy(), ...(Object.fromEntries(tables) as Tables) };
}

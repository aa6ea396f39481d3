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

/** The tables, in the order that a file keeps them. */
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
  /** One entry at most per record and organization: a second charge has no place to stand. */
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
  /** The latest whose times are used up. */
  readonly spentFaults: Table<[sequence: number, faultId: string], StoredFault>;
  readonly requests: RecentTable<JournaledRequest>;
}

/**
 * All state of the fake in one value. What can be derived from who asks and when (`collected`,
 * `downloadUrl`, whether a token is expired) is not stored.
 */
export interface World extends IdState, Tables {
  /** The instant of a clock that stands still; where a running clock was when this was copied. */
  now: number;
  /** Counts charges, deliveries and requests, so that each list has an order. */
  sequence: number;
  /** How long the journal's entries are all in all. */
  requestChars: number;
  /** Rendered records, invalid ones too, as each organization lists them and finds them. */
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

/** The names of the tables. The lists follow from them. */
export const TABLE_NAMES = Object.keys(createTables()) as readonly (keyof Tables)[];

/** An empty world. */
export function createWorld(now: number, idSeed: string): World {
  const counters = { idCount: 0, sequence: 0, requestChars: 0 };
  return { now, idSeed, ...counters, lists: new RecordLists(), ...createTables() };
}

/** A copy that neither side's changes reach, made without walking over what the world holds. */
export function copyWorld(world: World): World {
  const tables = TABLE_NAMES.map((name) => [name, world[name].copy()]);
  return { ...world, lists: world.lists.copy(), ...(Object.fromEntries(tables) as Tables) };
}

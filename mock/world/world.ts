import type { IdState } from '../ground/ids.ts';
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

/**
 * All state of the fake in one value. What can be derived from who asks and when (`collected`,
 * `downloadUrl`, whether a token is expired) is not stored.
 */
export interface World extends IdState {
  /** The instant of a clock that stands still; where a running clock was when this was copied. */
  now: number;
  /** Counts charges, deliveries and requests, so that each list has an order. */
  sequence: number;
  /** How long the journal's entries are all in all. */
  requestChars: number;
  readonly organizations: Table<[organizationId: string], Organization>;
  readonly keys: Table<[keyId: string], ApiKey>;
  readonly cdrs: Table<[cdrId: string], StoredCdr>;
  readonly holdings: Table<[cdrId: string, organizationId: string], Holding>;
  /** Rendered records, invalid ones too, as each organization lists them and finds them. */
  readonly lists: RecordLists;
  readonly domains: Table<[organizationId: string, domainId: string], true>;
  /** The records of each package, as each organization holds them. */
  readonly packages: Table<
    [organizationId: string, packageId: string, producerId: string, cdrId: string],
    true
  >;
  readonly access: Table<[cdrId: string, organizationId: string], Access>;
  /** One entry at most per record and organization: a second charge has no place to stand. */
  readonly charges: Table<[cdrId: string, organizationId: string], StoredCharge>;
  readonly tokens: Table<[token: string], StoredToken>;
  readonly claims: Table<[token: string, organizationId: string], Claim>;
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
  readonly requests: Table<[sequence: number], JournaledRequest>;
}

/** The names of the tables, in the order that a file keeps them. The lists follow from them. */
export const TABLE_NAMES = [
  'organizations',
  'keys',
  'cdrs',
  'holdings',
  'domains',
  'packages',
  'access',
  'charges',
  'tokens',
  'claims',
  'shareEvents',
  'deliveries',
  'finishedDeliveries',
  'dueRenders',
  'dueDeliveries',
  'faults',
  'spentFaults',
  'requests',
] as const;

type Tables = Pick<World, (typeof TABLE_NAMES)[number]>;

function tables(make: (name: (typeof TABLE_NAMES)[number]) => unknown): Tables {
  return Object.fromEntries(TABLE_NAMES.map((name) => [name, make(name)])) as unknown as Tables;
}

/** An empty world. */
export function createWorld(now: number, idSeed: string): World {
  const counters = { idCount: 0, sequence: 0, requestChars: 0 };
  return { now, idSeed, ...counters, lists: new RecordLists(), ...tables(() => new Table()) };
}

/** A copy that neither side's changes reach, made in time independent of what the world holds. */
export function copyWorld(world: World): World {
  return { ...world, lists: world.lists.copy(), ...tables((name) => world[name].copy()) };
}

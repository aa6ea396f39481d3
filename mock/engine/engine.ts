import type { FetchLike } from '../../src/platform.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { SharedParts } from '../capture/shared-parts.ts';
import { type Agenda, WorldClock } from '../ground/clock.ts';
import { createIdSource, type IdSource } from '../ground/ids.ts';
import type { ServiceUrls } from '../ground/urls.ts';
import type { JournaledRequest, Organization, StoredDelivery } from '../world/entities.ts';
import { createWorld, type World } from '../world/world.ts';
import { DetailTexts } from './detail-texts.ts';
import { FormerKeys } from './former-keys.ts';
import { Traffic } from './traffic.ts';

/** What deliveries are made with. */
export interface Courier {
  /** Called unbound; the platform's own where `null`. */
  readonly fetch: FetchLike | null;
  readonly timeoutMs: number;
  /** Whose time attempts are stamped with; `null`: the world's, or the wall's once it is served. */
  timestamps: 'world' | 'wall' | null;
  /**
   * Whether the world's time waits for the answer to a delivery. Where it does not, whoever moves
   * the time also cuts off a receiver that hangs.
   */
  waits: boolean;
  /** Real time, in Unix milliseconds. */
  wallNow(): number;
}

/** Who is told of what happens as it happens: a terminal. */
export interface Observer {
  /** A request was answered. */
  onRequest: ((request: JournaledRequest) => void) | null;
  /** A delivery has one more attempt. */
  onAttempt: ((delivery: StoredDelivery) => void) | null;
}

/** What the parts of the fake share: the world, its clock, and how the service is read. */
export interface Engine {
  /** Replaced as a whole by `restore` and `reset`: never keep it over an `await`. */
  world: World;
  /** Counts those replacements, so that what was under way before one can tell. */
  epoch: number;
  /** The addresses that links from outside a request are made with. */
  urls: ServiceUrls;
  /** The ids of keys that went with a replaced world: what a left-over client is told by. */
  readonly formerKeys: FormerKeys;
  readonly readings: Readings;
  readonly clock: WorldClock;
  readonly ids: IdSource;
  readonly courier: Courier;
  readonly observer: Observer;
  readonly traffic: Traffic;
  /** Made again from the world where they are missing: no part of a snapshot. */
  readonly detailTexts: DetailTexts;
  /** Likewise: what it does not have is kept once more. */
  readonly sharedParts: SharedParts;
  /** A longer request body is refused. */
  readonly maxBodyBytes: number;
  /** How many requests the journal has at most. */
  readonly requestsKept: number;
}

/** What an engine is made from. */
export interface EngineOptions {
  /** Where a world begins whose clock stands still; `null`: it begins now. */
  readonly now: number | null;
  readonly running: boolean;
  readonly urls: ServiceUrls;
  readonly idSeed: string;
  readonly readings: Readings;
  readonly webhookFetch: FetchLike | null;
  readonly webhookTimestamps: Courier['timestamps'];
  readonly webhookTimeoutMs: number;
  readonly maxBodyBytes: number;
  readonly requestsKept: number;
}

/**
 * An engine with an empty world. Its clock and its ids are handed their place in that world, and
 * what falls due comes from the service, which stands above.
 */
export function createEngine(
  options: EngineOptions,
  createAgenda: (engine: () => Engine) => Agenda,
  wallNow: () => number,
): Engine {
  const world = createWorld(options.now ?? wallNow(), options.idSeed);
  const engine: Engine = {
    world,
    epoch: 0,
    formerKeys: new FormerKeys(),
    urls: options.urls,
    readings: options.readings,
    maxBodyBytes: options.maxBodyBytes,
    requestsKept: options.requestsKept,
    courier: {
      fetch: options.webhookFetch,
      timeoutMs: options.webhookTimeoutMs,
      timestamps: options.webhookTimestamps,
      waits: true,
      wallNow,
    },
    observer: { onRequest: null, onAttempt: null },
    traffic: new Traffic(options.requestsKept),
    detailTexts: new DetailTexts(),
    sharedParts: new SharedParts(),
    ids: createIdSource(() => engine.world),
    clock: new WorldClock({
      runsFrom: options.running ? world.now : null,
      state: () => engine.world,
      agenda: createAgenda(() => engine),
      wallNow,
    }),
  };
  return engine;
}

/** The organization, which is known to exist. */
export function organizationOf(world: World, organizationId: string): Organization {
  const organization = world.organizations.get(organizationId);
  if (organization === undefined) throw new Error(`no organization ${organizationId}`);
  return organization;
}

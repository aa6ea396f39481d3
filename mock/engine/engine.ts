import type { FetchLike } from '../../src/platform/platform.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { SharedParts } from '../capture/derived-page.ts';
import { type Agenda, WorldClock } from '../ground/clock.ts';
import { createIdSource, type IdSource } from '../ground/ids.ts';
import type { ServiceUrls } from '../ground/urls.ts';
import type { JournaledRequest, Organization, StoredDelivery } from '../world/entities.ts';
import { createWorld, type World } from '../world/world.ts';
import { Arrivals } from './arrivals.ts';
import { DetailTexts } from './detail-texts.ts';
import { FormerKeys } from './former-keys.ts';
import { Met } from './met.ts';
import { Traffic } from './traffic.ts';

/** How deliveries are made. */
export interface Courier {
  /** Called unbound. `null`: the platform's own `fetch`. */
  readonly fetch: FetchLike | null;
  readonly timeoutMs: number;
  /** The clock for the time stamps of attempts. `null`: the world's, or real time while served. */
  timestamps: 'world' | 'wall' | null;
  /**
   * Whether the world's time waits for the answer to a delivery. If not, the code that moves the time
   * must also cut off a receiver that hangs.
   */
  waits: boolean;
  /** Real time, in Unix milliseconds. */
  wallNow(): number;
}

/** Gets events as they happen, for a terminal. */
export interface Observer {
  /** A request was answered. */
  onRequest: ((request: JournaledRequest) => void) | null;
  /** A delivery has had another attempt. */
  onAttempt: ((delivery: StoredDelivery) => void) | null;
}

/** What the parts of the fake share: the world, its clock, and the readings of the spec. */
export interface Engine {
  /** Replaced as a whole by `restore` and `reset`: never keep a reference across an `await`. */
  world: World;
  /** Counts those replacements, so that work started before one can tell. */
  epoch: number;
  /** The base URLs for links that are made outside a request. */
  urls: ServiceUrls;
  /** The ids of keys removed with a replaced world, so that a left-over client gets a clear error. */
  readonly formerKeys: FormerKeys;
  readonly readings: Readings;
  readonly clock: WorldClock;
  readonly ids: IdSource;
  /** Whether a restored world gives out the ids again that were given out since. */
  readonly idsRepeat: boolean;
  readonly courier: Courier;
  readonly observer: Observer;
  readonly traffic: Traffic;
  /** What tests have met, for `coverage`. */
  readonly met: Met;
  /** What has reached the fake's own receiver. */
  readonly arrivals: Arrivals;
  /** A cache, rebuilt from the world on demand; not part of a snapshot. */
  readonly detailTexts: DetailTexts;
  /** Likewise: a part that it does not have is added again. */
  readonly sharedParts: SharedParts;
  /** A longer request body is refused. */
  readonly maxBodyBytes: number;
  /** The maximum number of requests in the journal. */
  readonly requestsKept: number;
}

/** The options of an engine. */
export interface EngineOptions {
  /** The start time of the world. `null`: the current time. */
  readonly now: number | null;
  readonly running: boolean;
  readonly urls: ServiceUrls;
  readonly idSeed: string;
  /** See {@link Engine.idsRepeat}. */
  readonly idsRepeat: boolean;
  readonly readings: Readings;
  readonly webhookFetch: FetchLike | null;
  readonly webhookTimestamps: Courier['timestamps'];
  readonly webhookTimeoutMs: number;
  readonly maxBodyBytes: number;
  readonly requestsKept: number;
}

/**
 * Creates an engine with an empty world. Its clock and its ids keep their state in that world. The
 * agenda of what falls due comes from the service, a layer above.
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
    met: new Met(),
    arrivals: new Arrivals(),
    detailTexts: new DetailTexts(),
    sharedParts: new SharedParts(),
    ids: createIdSource(() => engine.world),
    idsRepeat: options.idsRepeat,
    clock: new WorldClock({
      runsFrom: options.running ? world.now : null,
      state: () => engine.world,
      agenda: createAgenda(() => engine),
      wallNow,
    }),
  };
  return engine;
}

/** Returns an organization that must exist. */
export function organizationOf(world: World, organizationId: string): Organization {
  const organization = world.organizations.get(organizationId);
  if (organization === undefined) throw new Error(`no organization ${organizationId}`);
  return organization;
}

import { endpoints, type Operation } from '../../src/contract/endpoints.ts';
import { expandPath, paramsOf } from '../../src/contract/path.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { FetchLike } from '../../src/platform.ts';
import type { AutoSharedInput, CaptureInput } from '../capture/capture-input.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { MockClock } from '../ground/clock.ts';
import { applySeed } from '../seed/apply-seed.ts';
import { isOfReservedNames } from '../seed/reserved-names.ts';
import type {
  AddedApiKey,
  AddedOrganization,
  OrganizationChanges,
  OrganizationInput,
} from '../service/controls/organizations.ts';
import * as organizations from '../service/controls/organizations.ts';
import type { Captured, CapturedAndShared } from '../service/controls/records.ts';
import * as records from '../service/controls/records.ts';
import {
  restoreSnapshot,
  type Snapshot,
  type SnapshotJson,
  takeSnapshot,
} from '../service/controls/state.ts';
import type {
  Charge,
  EventDelivery,
  Explanation,
  RequestEntry,
  ShareEvent,
  ViewFilter,
} from '../service/controls/views.ts';
import * as views from '../service/controls/views.ts';
import { addFault, type Fault } from '../service/faults/add-fault.ts';
import { createAgenda } from '../service/lifecycle/agenda.ts';
import type { OrganizationRef } from '../world/entities.ts';
import type { FaultInput } from '../world/fault.ts';
import { createFetch } from './fetch.ts';
import { checkOptions, type MockOptions } from './options.ts';

/** What a client needs to reach the fake as one organization. */
export interface MockClientOptions {
  /** The organization's newest live key. */
  readonly apiKey: string;
  /** `{base_url}` of the fake. */
  readonly baseUrl: string;
  /** Reaches the fake and nothing else. */
  readonly fetch: FetchLike;
  /** The world's clock, so that the client waits in the world's time. */
  readonly clock: MockClock;
  /** A reply that breaks the contract is an error in a test. */
  readonly validateReplies: 'throw';
}

/** The same as environment variables. */
export interface MockEnv {
  /** The organization's newest live key. */
  readonly CONSENT_EVIDENCE_API_KEY: string;
  /** `{base_url}` of the fake. */
  readonly CONSENT_EVIDENCE_BASE_URL: string;
  /** Only where the organization's webhook has a secret. */
  readonly CONSENT_EVIDENCE_WEBHOOK_SECRET?: string;
}

/** The whole service in memory. All state is its own: two of them share nothing. */
export interface MockService {
  /** `{base_url}` of the service. */
  readonly baseUrl: string;
  /** The world's time. */
  readonly clock: MockClock;
  /** A `fetch` that reaches this fake and nothing else. */
  readonly fetch: FetchLike;
  /** The address of an operation, for handlers of one's own: `url('shares.receive', token)`. */
  url(operation: Exclude<Operation, 'request' | 'cdrs.download'>, param?: string): string;
  /** The options for a client of this organization, with its newest live key. */
  clientOptions(organization: OrganizationRef): MockClientOptions;
  /** The same as environment variables. */
  env(organization: OrganizationRef): MockEnv;

  /** Adds an organization with a key of its own. */
  addOrganization(input: OrganizationInput): AddedOrganization;
  /** Changes what is named, and leaves the rest. */
  updateOrganization(organization: OrganizationRef, changes: OrganizationChanges): void;
  /** Issues a further key; those before it stay good until they are revoked. */
  addApiKey(organization: OrganizationRef): AddedApiKey;
  /** Takes the whole key or its `keyId`. */
  revokeApiKey(apiKeyOrKeyId: string): void;

  /** Captures a page, as the browser SDK does on submit, and shares it at once. */
  capture(organization: OrganizationRef, page: AutoSharedInput): CapturedAndShared;
  /** Captures a page, as the browser SDK does on submit. */
  capture(organization: OrganizationRef, page: CaptureInput): Captured;
  /** Finishes a pending record's rendering at this instant. */
  finishRendering(cdrId: string): void;
  /** Flags a record invalid (spec §3). */
  invalidate(cdrId: string): void;
  /** Makes a second record carry the identifier: the data problem behind `409 CONFLICT`. */
  duplicate(cdrId: string): void;

  /** The charges, oldest first. */
  charges(filter?: ViewFilter): Charge[];
  /** The handoffs, oldest first. */
  shareEvents(filter?: ViewFilter): ShareEvent[];
  /** The webhook deliveries, oldest first. */
  webhookDeliveries(filter?: ViewFilter): EventDelivery[];
  /** Makes a delivery due again at this instant, with the same `webhookId`. */
  redeliver(webhookId: string): void;
  /** The last requests, oldest first: as many as the option `requestsKept` says, 1,000 by default. */
  requests(filter?: ViewFilter): RequestEntry[];
  /** Which check decided a request, its section of the spec, and the values compared. */
  explain(requestId: string): Explanation;

  /** Lets something go wrong on purpose. */
  addFault(fault: FaultInput): Fault;

  /** The whole state, in time independent of what the world holds. */
  snapshot(): Snapshot;
  /** Puts the state back; what is no snapshot of this version throws and changes nothing. */
  restore(snapshot: Snapshot | SnapshotJson): void;
  /** Back to what `createMockService` made, clock and seed included. */
  reset(): void;
}

const engines = new WeakMap<MockService, Engine>();

/** The engine behind a service, for the skins. */
export function engineOf(mock: MockService): Engine {
  const engine = engines.get(mock);
  if (engine === undefined) throw invalidInput('mock', 'expected what createMockService returned');
  return engine;
}

function urlOf(engine: Engine, operation: Operation, param = 'unknown'): string {
  const endpoint = Object.values(endpoints).find((each) => each.operation === operation);
  if (endpoint === undefined) throw invalidInput('operation', 'expected an operation of the API');
  const params = Object.fromEntries(paramsOf(endpoint.path).map((name) => [name, param]));
  return engine.urls.api + expandPath<string>(endpoint.path, params);
}

/** `capture` of this engine: that a share URL comes of `autoShare` is what its types say. */
function captureIn(engine: Engine): MockService['capture'] {
  return (ref, page) => records.capture(engine, ref, page) as CapturedAndShared;
}

/** What an organization's client or process needs, with the service under `baseUrl`. */
export function envOf(engine: Engine, ref: OrganizationRef, baseUrl: string): MockEnv {
  const { organizationId, webhook } = organizations.resolveOrganization(engine, ref);
  const secret = webhook?.secret;
  return {
    CONSENT_EVIDENCE_API_KEY: organizations.liveKeyOf(engine, organizationId),
    CONSENT_EVIDENCE_BASE_URL: baseUrl,
    ...(secret === undefined ? {} : { CONSENT_EVIDENCE_WEBHOOK_SECRET: secret }),
  };
}

/**
 * Makes a service of its own, in memory: nothing is shared between two of them.
 *
 * @throws `InvalidInputError` naming the option that cannot be.
 *
 * @example
 * ```ts
 * const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
 * const producer = mock.addOrganization({ name: 'Sunroof Leads' });
 * const { cdrId } = mock.capture(producer, presets.checkedBox());
 * const client = new ConsentEvidence(mock.clientOptions(producer));
 * const cdr = await client.cdrs.get(cdrId);
 * ```
 */
export function createMockService(options: MockOptions = {}): MockService {
  const complete = checkOptions(options);
  // The one place where the fake asks for real time: everything else asks the world's clock.
  const engine = createEngine(complete, createAgenda, () => Date.now());
  if (complete.seed !== null) {
    applySeed(engine, complete.seed);
    engine.traffic.worldIsOfExamples(isOfReservedNames(complete.seed));
  }
  const begin = takeSnapshot(engine);
  const fetch = createFetch(engine, complete.urls);
  const baseUrl = complete.urls.api;
  const mock: MockService = {
    baseUrl,
    clock: engine.clock,
    fetch,
    url: (operation, param) => urlOf(engine, operation, param),
    clientOptions: (ref) => ({
      apiKey: envOf(engine, ref, baseUrl).CONSENT_EVIDENCE_API_KEY,
      baseUrl,
      fetch,
      clock: engine.clock,
      validateReplies: 'throw',
    }),
    env: (ref) => envOf(engine, ref, baseUrl),
    addOrganization: (input) => organizations.addOrganization(engine, input),
    updateOrganization: (ref, changes) => organizations.updateOrganization(engine, ref, changes),
    addApiKey: (ref) => organizations.addApiKey(engine, ref),
    revokeApiKey: (key) => organizations.revokeApiKey(engine, key),
    capture: captureIn(engine),
    finishRendering: (cdrId) => records.finishRendering(engine, cdrId),
    invalidate: (cdrId) => records.invalidate(engine, cdrId),
    duplicate: (cdrId) => records.duplicate(engine, cdrId),
    charges: (filter) => views.charges(engine, filter),
    shareEvents: (filter) => views.shareEvents(engine, filter),
    webhookDeliveries: (filter) => views.webhookDeliveries(engine, filter),
    redeliver: (webhookId) => views.redeliver(engine, webhookId),
    requests: (filter) => views.requests(engine, filter),
    explain: (requestId) => views.explain(engine, requestId),
    addFault: (fault) => addFault(engine, fault),
    snapshot: () => takeSnapshot(engine),
    restore: (snapshot) => restoreSnapshot(engine, snapshot),
    reset() {
      restoreSnapshot(engine, begin);
      // A world in real time stays in it.
      if (complete.now === null) engine.clock.setTo(engine.courier.wallNow());
    },
  };
  engines.set(mock, engine);
  return mock;
}

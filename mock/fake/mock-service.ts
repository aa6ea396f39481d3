import { endpoints, type Operation } from '../../src/contract/endpoints.ts';
import { expandPath, paramsOf } from '../../src/contract/path.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { FetchLike } from '../../src/platform/platform.ts';
import type { AutoSharedInput, CaptureInput } from '../capture/capture-input.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { MockClock } from '../ground/clock.ts';
import { applySeed } from '../seed/apply-seed.ts';
import { isOfReservedNames } from '../seed/reserved-names.ts';
import type {
  OrganizationChanges,
  OrganizationInput,
} from '../service/controls/organization-input.ts';
import type { AddedApiKey, AddedOrganization } from '../service/controls/organizations.ts';
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
import { type Coverage, coverageOf } from '../suite-coverage/coverage.ts';
import type { OrganizationRef } from '../world/entities.ts';
import type { FaultInput } from '../world/fault.ts';
import { envOf, type MockEnv } from './env-of.ts';
import { createFetch } from './fetch.ts';
import { noteReadings } from './note-readings.ts';
import { checkOptions, type MockOptions } from './options.ts';

/** Client options for one organization of the fake. */
export interface MockClientOptions {
  /** The organization's newest live key. */
  readonly apiKey: string;
  /** `{base_url}` of the fake. */
  readonly baseUrl: string;
  /** Reaches only the fake; see {@link MockService.fetch}. */
  readonly fetch: FetchLike;
  /** The fake's clock. The client's waits run on it. */
  readonly clock: MockClock;
  /** The client throws on a reply that breaks the contract. */
  readonly validateReplies: 'throw';
}

/**
 * The whole service in memory. Two fakes share no state. Methods throw `InvalidInputError` for
 * invalid input, such as an organization that this fake does not have.
 */
export interface MockService {
  /** `{base_url}` of the service. */
  readonly baseUrl: string;
  /** The fake's clock. */
  readonly clock: MockClock;
  /** A `fetch` that reaches only this fake. A request to any other origin fails. */
  readonly fetch: FetchLike;
  /**
   * The URL of an operation, for handlers of your own: `url('shares.receive', token)`.
   *
   * @param param the `cdrId`, `domainId` or share token in the path. `*`: any, as MSW reads it.
   */
  url(operation: Exclude<Operation, 'request' | 'cdrs.download'>, param?: string): string;
  /**
   * Client options for this organization, with its newest live key.
   *
   * @throws `InvalidInputError` if every key of the organization is revoked.
   */
  clientOptions(organization: OrganizationRef): MockClientOptions;
  /** Like {@link MockService.clientOptions}, as environment variables. */
  env(organization: OrganizationRef): MockEnv;

  /** Adds an organization with one API key. */
  addOrganization(input: OrganizationInput): AddedOrganization;
  /** Changes the given members, and keeps the others. */
  updateOrganization(organization: OrganizationRef, changes: OrganizationChanges): void;
  /** Issues another API key. Earlier keys work until they are revoked. */
  addApiKey(organization: OrganizationRef): AddedApiKey;
  /** Revokes a key, given as a whole or by its `keyId` (spec §5.5). */
  revokeApiKey(apiKeyOrKeyId: string): void;

  /** Captures a page, as the browser SDK does on submit, and shares the record at once. */
  capture(organization: OrganizationRef, page: AutoSharedInput): CapturedAndShared;
  /** Captures a page, as the browser SDK does on submit. */
  capture(organization: OrganizationRef, page: CaptureInput): Captured;
  /** Finishes rendering a pending record now. A rendered record stays as it is. */
  finishRendering(cdrId: string): void;
  /** Flags a record invalid (spec §3). See the reading `eventAfterInvalid` for its event. */
  invalidate(cdrId: string): void;
  /** Gives a second record the same identifier, which causes `409 CONFLICT` (spec §7). */
  duplicate(cdrId: string): void;

  /** The charges, oldest first. */
  charges(filter?: ViewFilter): Charge[];
  /** The handoffs of shared records, oldest first. */
  shareEvents(filter?: ViewFilter): ShareEvent[];
  /** The webhook deliveries, oldest first. */
  webhookDeliveries(filter?: ViewFilter): EventDelivery[];
  /**
   * Makes a delivery due again now, with the same `webhookId` and a fresh set of attempts. If the
   * clock is stopped, `clock.advance(0)` sends it.
   */
  redeliver(webhookId: string): void;
  /** The last requests, oldest first; see {@link MockOptions.requestsKept}. */
  requests(filter?: ViewFilter): RequestEntry[];
  /**
   * Explains a request: which check decided it, the section of the spec, and the values that were
   * compared.
   *
   * @throws `InvalidInputError` if the request is unknown or no longer kept.
   *
   * @example
   * ```ts
   * const [last] = mock.requests().slice(-1);
   * if (last) console.log(mock.explain(last.requestId).decision);
   * ```
   */
  explain(requestId: string): Explanation;

  /**
   * Returns what the requests to this fake and its deliveries have met so far of what the service can
   * do, and for each thing never met one line that meets it. Resets and restores forget nothing.
   */
  coverage(): Coverage;

  /** Makes requests fail or hang on purpose. */
  addFault(fault: FaultInput): Fault;

  /** Returns the whole state. Takes constant time, however many records there are. */
  snapshot(): Snapshot;
  /**
   * Restores a state, the clock included. Ids that were given out since are not given out again,
   * unless the fake has an `idSeed`.
   *
   * @throws `InvalidInputError` for anything but a snapshot of this version; nothing is changed.
   */
  restore(snapshot: Snapshot | SnapshotJson): void;
  /**
   * Restores the state that `createMockService` returned, clock and seed included. Ids as for
   * {@link MockService.restore}.
   */
  reset(): void;
}

const insides = new WeakMap<MockService, { engine: Engine; options: MockOptions }>();

/** Returns the engine of a fake, and what it was created with. */
export function insideOf(mock: MockService) {
  const inside = insides.get(mock);
  if (inside !== undefined) return inside;
  throw invalidInput('mock', 'expected the object that createMockService returned');
}

/** Returns the engine of a fake, for the skins. */
export const engineOf = (mock: MockService): Engine => insideOf(mock).engine;

function urlOf(engine: Engine, operation: Operation, param = ''): string {
  const endpoint = Object.values(endpoints).find((each) => each.operation === operation);
  if (endpoint === undefined) throw invalidInput('operation', 'expected an operation of the API');
  const names: readonly string[] = paramsOf(endpoint.path);
  // A handler at such a URL would never be called, and the test would not notice.
  if (names.length > 0 && /^(?::|$)|\//.test(param)) {
    throw invalidInput('param', `expected one ${names.join()} without its URL, or "*" for any`);
  }
  const params = Object.fromEntries(names.map((name) => [name, param]));
  return engine.urls.api + expandPath<string>(endpoint.path, params);
}

/** The method `capture`. Only its overloads say that `autoShare` yields a share URL. */
function captureIn(engine: Engine): MockService['capture'] {
  return (ref, page) => records.capture(engine, ref, page) as CapturedAndShared;
}

/**
 * Creates an in-memory fake of the service. Two fakes share no state.
 *
 * @throws `InvalidInputError` naming each invalid option.
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
  // The only source of real time. Everything else uses the world's clock.
  const engine = createEngine(complete, createAgenda, () => Date.now());
  if (complete.seed !== null) {
    applySeed(engine, complete.seed);
    engine.traffic.worldIsOfExamples(isOfReservedNames(complete.seed));
  }
  noteReadings(engine);
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
    coverage: () => coverageOf((id) => engine.met.countOf(id)),
    addFault: (fault) => addFault(engine, fault),
    snapshot: () => takeSnapshot(engine),
    restore: (snapshot) => restoreSnapshot(engine, snapshot),
    reset() {
      restoreSnapshot(engine, begin);
      // A fake in real time continues at the present time.
      if (complete.now === null) engine.clock.setTo(engine.courier.wallNow());
    },
  };
  insides.set(mock, { engine, options });
  return mock;
}

import {
  type DataEndpointName,
  type EndpointName,
  endpoints,
} from '../../src/contract/endpoints.ts';
import type { Readings } from '../../src/readings/readings.ts';
import type { Engine } from '../engine/engine.ts';
import { journal, nextRequestId, redactPath } from '../engine/journal.ts';
import { aimOf, type FaultAim, takeFault } from '../service/faults/take-fault.ts';
import { settleRenders } from '../service/lifecycle/record-life.ts';
import type { Call } from '../service/operations/call.ts';
import { ServiceFailure } from '../service/operations/failure.ts';
import { operations, redirects } from '../service/operations/operations.ts';
import type { JournaledRequest } from '../world/entities.ts';
import type { StoredFault } from '../world/fault.ts';
import { authenticate } from './authenticate.ts';
import {
  CallerLeft,
  type CoreOutcome,
  type CoreReply,
  type CoreRequest,
  failureReply,
  readBody,
  redirectReply,
  refuseLeftOver,
  successReply,
  type Trail,
} from './core-message.ts';
import { dashboardPage } from './dashboard.ts';
import { answerEvidence } from './evidence.ts';
import { saidIn } from './exchange.ts';
import { type Route, routeOf } from './route.ts';
import { strike } from './strike.ts';

function refused(trail: Trail, failure: ServiceFailure): CoreReply {
  trail.code = failure.code;
  trail.message = failure.message;
  trail.decision = failure.decision;
  return failureReply(failure, trail.requestId, trail.at);
}

/** Any other error is a bug in the fake; the message says so. */
function failed(trail: Trail, error: unknown): CoreOutcome {
  if (error instanceof ServiceFailure) return refused(trail, error);
  if (error instanceof CallerLeft) return 'drop';
  const message = `a bug in the fake itself: ${error instanceof Error ? error.message : 'unknown'}`;
  trail.code = 'INTERNAL';
  trail.message = message;
  return failureReply({ status: 500, code: 'INTERNAL', message }, trail.requestId, trail.at);
}

/** Takes the oldest fault that strikes the request. Most worlds have no faults. */
function faultOf(
  engine: Engine,
  aimed: () => FaultAim,
  phase: StoredFault['phase'],
): StoredFault | undefined {
  return engine.world.faults.size === 0 ? undefined : takeFault(engine, aimed(), phase);
}

/** Returns the query with the one of two equal parameters that counts. */
function countedIn(query: URLSearchParams, { repeatedParameter }: Readings): Call['query'] {
  if (repeatedParameter === 'first' || query.size === 0) return query;
  return { get: (name) => query.getAll(name).at(-1) ?? null };
}

/** Checks the key and runs the operation synchronously: nothing can happen between the two. */
function operate(
  engine: Engine,
  { urls, query }: CoreRequest,
  { name, params }: Route<DataEndpointName>,
  trail: Trail,
  { key, body }: { readonly key: string | null; readonly body?: unknown },
): CoreReply {
  const now = engine.clock.now();
  trail.at = now;
  settleRenders(engine, now);
  const organization = authenticate(engine, key, now);
  trail.organizationId = organization.organizationId;
  const { requestId } = trail;
  const counted = countedIn(query, engine.readings);
  const call = { engine, now, requestId, urls, params, query: counted, body, organization };
  const { data, decision } = operations[name](call);
  trail.decision = decision;
  return successReply(data, requestId, now);
}

function isRedirect(name: EndpointName): name is keyof typeof redirects {
  return Object.hasOwn(redirects, name);
}

/** Answers a request that needs no body, synchronously. */
function operateAtOnce(
  engine: Engine,
  request: CoreRequest,
  { name, params }: Route,
  trail: Trail,
): CoreReply {
  if (!isRedirect(name)) {
    const key = request.header('x-api-key');
    return operate(engine, request, { name, params }, trail, { key });
  }
  const { urls, query } = request;
  const { requestId, at: now } = trail;
  const call = { engine, now, requestId, urls, params, query, body: undefined };
  return redirectReply(redirects[name](call), now);
}

/** Checks the key before reading the body, and again after it: the key may change in between. */
async function operateWithBody(
  engine: Engine,
  request: CoreRequest,
  route: Route<DataEndpointName>,
  trail: Trail,
): Promise<CoreReply> {
  const key = request.header('x-api-key');
  trail.organizationId = authenticate(engine, key, trail.at).organizationId;
  trail.body = undefined;
  const isLenient = route.name === 'shareCdr' && engine.readings.shareBody === 'lenient';
  const body = await readBody(request, engine.maxBodyBytes, trail, isLenient);
  trail.body = body;
  refuseLeftOver(engine, trail);
  return operate(engine, request, route, trail, { key, body });
}

async function operateOrRefuse(
  engine: Engine,
  request: CoreRequest,
  { name, params }: Route,
  trail: Trail,
): Promise<CoreReply> {
  try {
    if (isRedirect(name) || endpoints[name].body === null) {
      return operateAtOnce(engine, request, { name, params }, trail);
    }
    return await operateWithBody(engine, request, { name, params }, trail);
  } catch (error) {
    if (error instanceof ServiceFailure) return refused(trail, error);
    throw error;
  }
}

async function answerInSteps(
  engine: Engine,
  request: CoreRequest,
  route: Route,
  trail: Trail,
): Promise<CoreOutcome> {
  const { operation } = endpoints[route.name];
  const aimed = () => aimOf(engine, operation, route.params, request.header('x-api-key'));
  const before = faultOf(engine, aimed, 'before');
  const struck = before && (await strike(engine, before, request, trail));
  if (struck !== undefined) return struck;
  const reply = await operateOrRefuse(engine, request, route, trail);
  const after = faultOf(engine, aimed, 'after');
  return (after && (await strike(engine, after, request, trail))) ?? reply;
}

/** Returns a promise only if there is something to wait for: a body or a fault. */
function answerApi(
  engine: Engine,
  request: CoreRequest,
  trail: Trail,
): CoreOutcome | Promise<CoreOutcome> {
  const route = routeOf(request.method, request.path, engine.readings);
  const { operation, body } = endpoints[route.name];
  trail.operation = operation;
  if (body === null && engine.world.faults.size === 0) {
    return operateAtOnce(engine, request, route, trail);
  }
  return answerInSteps(engine, request, route, trail);
}

function answerBehind(
  engine: Engine,
  request: CoreRequest,
  trail: Trail,
): CoreOutcome | Promise<CoreOutcome> {
  try {
    if (request.origin === 'evidence') return answerEvidence(engine, request, trail);
    if (request.origin === 'dashboard') return dashboardPage(request, trail.at);
    return answerApi(engine, request, trail);
  } catch (error) {
    return failed(trail, error);
  }
}

function writeDown(
  engine: Engine,
  { method, path }: CoreRequest,
  trail: Trail,
  outcome: CoreOutcome,
): JournaledRequest {
  const { place, requestId, at, operation, code, organizationId, message, decision } = trail;
  return journal(engine, place, {
    requestId,
    at,
    operation,
    method: method.slice(0, 20),
    path: redactPath(path),
    status: outcome === 'drop' ? 0 : outcome.status,
    code,
    organizationId,
    message,
    decision,
  });
}

/** Records the request and returns its outcome. */
function conclude(
  engine: Engine,
  request: CoreRequest,
  trail: Trail,
  outcome: CoreOutcome,
): CoreOutcome {
  // A restored world must not record a request that began before.
  if (trail.epoch !== engine.epoch) return outcome;
  const written = writeDown(engine, request, trail, outcome);
  engine.met.request(written);
  const { traffic } = engine;
  if (traffic.keepsBodies) {
    traffic.keepExchange(written, saidIn(engine, request, trail, outcome));
  }
  return outcome;
}

/**
 * Answers one request. This is the only way into the fake, whichever skin the request came through.
 * Returns a promise only if there is something to wait for.
 */
export function dispatch(engine: Engine, request: CoreRequest): CoreOutcome | Promise<CoreOutcome> {
  const at = engine.clock.now();
  settleRenders(engine, at);
  const trail: Trail = {
    requestId: nextRequestId(engine),
    place: engine.world.sequence,
    epoch: engine.epoch,
    arrivedAt: at,
    at,
    operation: null,
    organizationId: null,
    code: null,
    message: null,
    decision: null,
    text: null,
  };
  const outcome = answerBehind(engine, request, trail);
  if (!(outcome instanceof Promise)) return conclude(engine, request, trail, outcome);
  return outcome
    .catch((error: unknown) => failed(trail, error))
    .then((late) => conclude(engine, request, trail, late));
}

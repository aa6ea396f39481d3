import {
  type DataEndpointName,
  type EndpointName,
  endpoints,
} from '../../src/contract/endpoints.ts';
import type { Engine } from '../engine/engine.ts';
import { journal, nextRequestId, redactPath } from '../engine/journal.ts';
import { aimOf, takeFault } from '../service/faults/take-fault.ts';
import { settleRenders } from '../service/lifecycle/record-life.ts';
import { ServiceFailure } from '../service/operations/failure.ts';
import { operations, redirects } from '../service/operations/operations.ts';
import type { JournaledRequest } from '../world/entities.ts';
import { authenticate } from './authenticate.ts';
import {
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
import { cdrIdInAddress, downloadEvidence } from './evidence.ts';
import { saidIn, watchedBody } from './exchange.ts';
import { type Route, routeOf } from './route.ts';
import { strike } from './strike.ts';

function refused(trail: Trail, failure: ServiceFailure): CoreReply {
  trail.code = failure.code;
  trail.message = failure.message;
  trail.decision = failure.decision;
  return failureReply(failure, trail.requestId, trail.at);
}

/** Anything but a refusal is a bug of the fake, and says so. */
function broken(trail: Trail, error: unknown): CoreReply {
  const message = `a bug in the fake itself: ${error instanceof Error ? error.message : 'unknown'}`;
  trail.code = 'INTERNAL';
  trail.message = message;
  return failureReply({ status: 500, code: 'INTERNAL', message }, trail.requestId, trail.at);
}

/** Key and operation, at one instant: nothing comes between two decisions. */
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
  const call = { engine, now, requestId, urls, params, query, body, organization };
  const { data, decision } = operations[name](call);
  trail.decision = decision;
  return successReply(data, requestId, now);
}

function isRedirect(name: EndpointName): name is keyof typeof redirects {
  return Object.hasOwn(redirects, name);
}

async function operateOrRefuse(
  engine: Engine,
  request: CoreRequest,
  { name, params }: Route,
  trail: Trail,
): Promise<CoreReply> {
  const { urls, query } = request;
  try {
    if (isRedirect(name)) {
      const { requestId, at: now } = trail;
      const call = { engine, now, requestId, urls, params, query, body: undefined };
      return redirectReply(redirects[name](call), now);
    }
    const key = request.header('x-api-key');
    const route = { name, params };
    if (endpoints[name].body === null) return operate(engine, request, route, trail, { key });
    // The key comes before the body; both count as they are once it is there, whatever came between.
    trail.organizationId = authenticate(engine, key, trail.at).organizationId;
    trail.body = undefined;
    const body = await readBody(request, engine.maxBodyBytes);
    trail.body = body;
    refuseLeftOver(engine, trail);
    return operate(engine, request, route, trail, { key, body });
  } catch (error) {
    if (error instanceof ServiceFailure) return refused(trail, error);
    throw error;
  }
}

async function answerApi(engine: Engine, request: CoreRequest, trail: Trail): Promise<CoreOutcome> {
  const route = routeOf(request.method, request.path);
  const { operation } = endpoints[route.name];
  trail.operation = operation;
  const aimed = () => aimOf(engine, operation, route.params, request.header('x-api-key'));
  const before = takeFault(engine, aimed, 'before');
  const struck = before && (await strike(engine, before, request, trail));
  if (struck !== undefined) return struck;
  const reply = await operateOrRefuse(engine, request, route, trail);
  const after = takeFault(engine, aimed, 'after');
  return (after && (await strike(engine, after, request, trail))) ?? reply;
}

async function answerEvidence(
  engine: Engine,
  request: CoreRequest,
  trail: Trail,
): Promise<CoreOutcome> {
  trail.operation = 'cdrs.download';
  const cdrId = cdrIdInAddress(request.path);
  const aimed = () => aimOf(engine, 'cdrs.download', cdrId === undefined ? {} : { cdrId }, null);
  for (const phase of ['before', 'after'] as const) {
    const fault = takeFault(engine, aimed, phase);
    const struck = fault && (await strike(engine, fault, request, trail));
    if (struck !== undefined) return struck;
  }
  return downloadEvidence(engine, request, engine.clock.now());
}

function answerBehind(
  engine: Engine,
  request: CoreRequest,
  trail: Trail,
): CoreOutcome | Promise<CoreOutcome> {
  if (request.origin === 'evidence') return answerEvidence(engine, request, trail);
  if (request.origin === 'dashboard') return dashboardPage(request, trail.at);
  return answerApi(engine, request, trail);
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

/** Answers one request: the single way into the fake, whichever skin it came through. */
export async function dispatch(engine: Engine, asked: CoreRequest): Promise<CoreOutcome> {
  const { traffic } = engine;
  const watched = traffic.keepsBodies ? watchedBody(asked) : undefined;
  const request = watched?.request ?? asked;
  const at = engine.clock.now();
  settleRenders(engine, at);
  const trail: Trail = {
    requestId: nextRequestId(engine),
    place: engine.world.sequence,
    epoch: engine.epoch,
    at,
    operation: null,
    organizationId: null,
    code: null,
    message: null,
    decision: null,
  };
  let outcome: CoreOutcome;
  try {
    outcome = await answerBehind(engine, request, trail);
  } catch (error) {
    outcome = error instanceof ServiceFailure ? refused(trail, error) : broken(trail, error);
  }
  // A restored world knows nothing of a request that was under way before.
  if (trail.epoch !== engine.epoch) return outcome;
  const written = writeDown(engine, request, trail, outcome);
  if (watched !== undefined) {
    traffic.keepExchange(written, saidIn(engine, request, watched.body(), outcome));
  }
  return outcome;
}

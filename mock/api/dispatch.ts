import { endpoints } from '../../src/contract/endpoints.ts';
import type { Engine } from '../engine/engine.ts';
import { journal, nextRequestId, redactPath } from '../engine/journal.ts';
import { aimOf, type FaultAim, takeFault } from '../service/faults/take-fault.ts';
import { settleRenders } from '../service/lifecycle/record-life.ts';
import { ServiceFailure } from '../service/operations/failure.ts';
import type { JournaledRequest } from '../world/entities.ts';
import type { StoredFault } from '../world/fault.ts';
import {
  CallerLeft,
  type CoreOutcome,
  type CoreRequest,
  failureReply,
  type Trail,
} from './core-message.ts';
import { dashboardPage } from './dashboard.ts';
import { answerEvidence } from './evidence.ts';
import { saidIn } from './exchange.ts';
import { operateAtOnce, operateOrRefuse, refused } from './operate.ts';
import { type Route, routeOf } from './route.ts';
import { strike } from './strike.ts';

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

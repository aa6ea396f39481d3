import {
  type DataEndpointName,
  type EndpointName,
  endpoints,
} from '../../src/contract/endpoints.ts';
import type { Readings } from '../../src/readings/readings.ts';
import type { Engine } from '../engine/engine.ts';
import { settleRenders } from '../service/lifecycle/record-life.ts';
import type { Call } from '../service/operations/call.ts';
import { ServiceFailure } from '../service/operations/failure.ts';
import { operations, redirects } from '../service/operations/operations.ts';
import { authenticate } from './authenticate.ts';
import {
  type CoreReply,
  type CoreRequest,
  failureReply,
  readBody,
  redirectReply,
  refuseLeftOver,
  successReply,
  type Trail,
} from './core-message.ts';
import type { Route } from './route.ts';

/** Notes a refusal, and makes its reply. */
export function refused(trail: Trail, failure: ServiceFailure): CoreReply {
  trail.code = failure.code;
  trail.message = failure.message;
  trail.decision = failure.decision;
  return failureReply(failure, trail.requestId, trail.at);
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

/** Answers a request that needs no body, synchronously. @throws `ServiceFailure` */
export function operateAtOnce(
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

/** Runs the operation of a request, with its body if it needs one. */
export async function operateOrRefuse(
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

import { matchPath } from '../../src/contract/path.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { jsonText } from '../../src/texts/json-text.ts';
import { checkInput, withEmptyObjects } from '../ground/check-input.ts';
import type { ControlContext, ControlEndpoint, ControlStream } from './control-endpoint.ts';
import { controlEndpoints } from './control-endpoints.ts';
import { CONTROL_ERROR_STATUS, ControlFailure } from './control-failure.ts';
import type { ControlReply, ControlRequest } from './control-request.ts';
import { type GuardOptions, refuseForeign, refuseUnproved } from './guard.ts';
import { readControlBody } from './read-control-body.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** `nosniff` because a record's texts come from third-party pages. */
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

function jsonReply(status: number, value: unknown, headers: Record<string, string> = {}) {
  const body = jsonText(value);
  return { status, headers: { ...HEADERS, 'content-type': JSON_TYPE, ...headers }, body };
}

interface Route {
  readonly endpoint: ControlEndpoint;
  readonly params: Readonly<Record<string, string>>;
}

function routeOf(method: string, path: string): Route {
  const allow: string[] = [];
  for (const endpoint of Object.values(controlEndpoints)) {
    const params = matchPath(endpoint.path, path);
    if (params === undefined) continue;
    if (endpoint.method === method) return { endpoint, params };
    allow.push(endpoint.method);
  }
  if (allow.length === 0) {
    const message = 'no such path; GET /_mock/api/openapi.json lists all paths';
    throw new ControlFailure('NOT_FOUND', message);
  }
  const methods = allow.sort().join(', ');
  const headers = { allow: methods };
  throw new ControlFailure('METHOD_NOT_ALLOWED', `this path supports ${methods}`, { headers });
}

/** If a name is sent twice, the last value applies. */
function queryOf(request: ControlRequest, { query }: ControlEndpoint): unknown {
  // Without a prototype, so no name is special.
  const given = Object.assign(Object.create(null) as object, Object.fromEntries(request.query));
  if (query !== null) checkInput(query, given);
  return given;
}

async function act(
  context: ControlContext,
  request: ControlRequest,
  { endpoint, params }: Route,
): Promise<ControlReply> {
  const query = queryOf(request, endpoint);
  const given = request.method === 'GET' ? undefined : await readControlBody(request, endpoint);
  const body = endpoint.body === null ? given : withEmptyObjects(endpoint.body, given);
  if (endpoint.body !== null) checkInput(endpoint.body, body);
  const answer = await endpoint.act({ ...context, params, query, body, urls: request.urls });
  if (endpoint.reply !== null) return jsonReply(200, answer);
  const { contentType, headers, pieces } = answer as ControlStream;
  return {
    status: 200,
    headers: { ...HEADERS, ...headers, 'content-type': contentType },
    body: pieces,
  };
}

/** Returns the reply that says what went wrong. */
export function failureReply(error: unknown): ControlReply {
  if (error instanceof ControlFailure) {
    const { code, message, issues, headers } = error;
    const body = { error: { code, message, ...(issues && { issues }) } };
    return jsonReply(CONTROL_ERROR_STATUS[code], body, headers);
  }
  if (error instanceof InvalidInputError) {
    const { message, issues } = error;
    return jsonReply(400, { error: { code: 'INVALID_INPUT', message, issues } });
  }
  const what = error instanceof Error ? error.message : 'unknown';
  return jsonReply(500, {
    error: { code: 'INTERNAL', message: `this is a bug in the fake: ${what}` },
  });
}

/**
 * Answers one request to the control API: checks who sent it and that it is well-formed, then acts.
 */
export async function answerControl(
  context: ControlContext,
  request: ControlRequest,
  guard: GuardOptions,
): Promise<ControlReply> {
  try {
    refuseForeign((name) => request.header(name), guard);
    const route = routeOf(request.method, request.path);
    if (route.endpoint.open !== true) refuseUnproved((name) => request.header(name), guard);
    return await act(context, request, route);
  } catch (error) {
    return failureReply(error);
  }
}

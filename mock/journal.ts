import type { Engine } from './engine.ts';
import type { JournaledRequest } from './entities.ts';

/** Requests that are kept; the oldest go first. */
const REQUESTS_KEPT = 10_000;
const PATH_MAX_CHARS = 300;
const TOKEN_SHOWN_CHARS = 8;

/** The path without what is secret in it: a share token is a bearer credential. */
export function redactPath(path: string): string {
  const shown = path.replace(
    /^(\/v1\/shares\/|\/claim\/)([^/]+)/,
    (_, before: string, token: string) => `${before}${token.slice(0, TOKEN_SHOWN_CHARS)}…`,
  );
  return shown.slice(0, PATH_MAX_CHARS);
}

/** A new request's identifier, in which its place in the journal can be read again. */
export function nextRequestId(engine: Engine): string {
  engine.world.sequence += 1;
  return `req_${engine.world.sequence.toString(36)}_${engine.ids.next('r').slice(2, 12)}`;
}

function placeOf(requestId: string): number {
  return Number.parseInt(/^req_([0-9a-z]+)_/.exec(requestId)?.[1] ?? '', 36);
}

/** Writes a request down; the oldest one makes room. */
export function journal({ world }: Engine, request: JournaledRequest): void {
  world.requests.set([placeOf(request.requestId)], request);
  if (world.requests.size <= REQUESTS_KEPT) return;
  const oldest = world.requests.first();
  if (oldest !== undefined) world.requests.delete(...oldest[0]);
}

/** The request, while the journal still has it. */
export function findRequest({ world }: Engine, requestId: string): JournaledRequest | undefined {
  const place = placeOf(requestId);
  const request = Number.isNaN(place) ? undefined : world.requests.get(place);
  return request?.requestId === requestId ? request : undefined;
}

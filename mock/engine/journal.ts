import { shortToken } from '../ground/ids.ts';
import type { Decision, JournaledRequest } from '../world/entities.ts';
import type { Engine } from './engine.ts';

/** How long the requests that are kept may be all in all, however many; the oldest go first. */
const KEPT_MAX_CHARS = 16 * 1024 * 1024;
const PATH_MAX_CHARS = 300;
const TEXT_MAX_CHARS = 1000;
const VALUES_MAX = 50;
const VALUE_MAX_CHARS = 200;
const RANDOM_CHARS = 10;
const MAY_HOLD_TOKEN = /shares|claim|shr_/i;
const MINTED_TOKEN = /shr_[0-9a-z]{5,}/g;

/** The path without what is secret in it: a share token is a bearer credential. */
export function redactPath(path: string): string {
  if (!MAY_HOLD_TOKEN.test(path)) return path.slice(0, PATH_MAX_CHARS);
  const shown = path.replace(
    /((?:shares|claim)\/+)([^/]+)/gi,
    (_, before: string, token: string) => before + shortToken(token),
  );
  // Also where a mistaken path has a token in another place: it is a live credential all the same.
  const cut = shown.replace(MINTED_TOKEN, shortToken);
  return cut.slice(0, PATH_MAX_CHARS);
}

/** A new request's identifier, in which its place in the journal can be read again. */
export function nextRequestId(engine: Engine): string {
  engine.world.sequence += 1;
  return `req_${engine.world.sequence.toString(36)}_${engine.ids.nextLetters('r', RANDOM_CHARS)}`;
}

function placeOf(requestId: string): number {
  return Number.parseInt(/^req_([0-9a-z]+)_/.exec(requestId)?.[1] ?? '', 36);
}

/** A request that was answered, as it comes to the journal. */
export type AnsweredRequest = Omit<JournaledRequest, 'chars'>;

type Values = Decision['values'];

function charsIn(values: Values): number {
  let chars = 0;
  for (const name of Object.keys(values)) chars += name.length + String(values[name]).length;
  return chars;
}

/** What a request told may be as long as its sender likes; what is kept of it is not. */
function bounded(values: Values): Values {
  const kept: Record<string, Values[string]> = {};
  for (const name of Object.keys(values).slice(0, VALUES_MAX)) {
    const value = values[name] ?? null;
    const short = typeof value === 'string' ? value.slice(0, VALUE_MAX_CHARS) : value;
    kept[name.slice(0, VALUE_MAX_CHARS)] = short;
  }
  return kept;
}

/** The decision as it is kept; most are short as they are. */
function keptDecision(decision: Decision | null): Decision | null {
  if (decision === null) return null;
  const { values } = decision;
  const isShort = Object.keys(values).length <= VALUES_MAX && charsIn(values) <= VALUE_MAX_CHARS;
  return isShort ? decision : { ...decision, values: bounded(values) };
}

function keptRequest(request: AnsweredRequest): JournaledRequest {
  const { requestId, at, operation, method, path, status, code, organizationId } = request;
  const message = request.message?.slice(0, TEXT_MAX_CHARS) ?? null;
  const decision = keptDecision(request.decision);
  const chars = path.length + (message?.length ?? 0) + charsIn(decision?.values ?? {});
  // Each by its name: there is a request for every one that is answered, and a spread costs more.
  return {
    requestId,
    at,
    operation,
    method,
    path,
    status,
    code,
    organizationId,
    message,
    decision,
    chars,
  };
}

/** Writes a request down at its place; the oldest ones make room. */
export function journal(engine: Engine, place: number, request: AnsweredRequest): JournaledRequest {
  const { world, observer, requestsKept } = engine;
  const kept = keptRequest(request);
  observer.onRequest?.(kept);
  world.requests.set([place], kept);
  world.requestChars += kept.chars;
  while (world.requests.size > requestsKept || world.requestChars > KEPT_MAX_CHARS) {
    const oldest = world.requests.first();
    if (oldest === undefined) break;
    world.requests.delete(...oldest[0]);
    world.requestChars -= oldest[1].chars;
  }
  return kept;
}

/** The request, while the journal still has it. */
export function findRequest({ world }: Engine, requestId: string): JournaledRequest | undefined {
  const place = placeOf(requestId);
  const request = Number.isNaN(place) ? undefined : world.requests.get(place);
  return request?.requestId === requestId ? request : undefined;
}

/** Why the journal does not have a request: it has made room, or there was none of this id. */
export function whyNoRequest(engine: Engine, requestId: string): string {
  const { world, requestsKept } = engine;
  const [[oldest] = []] = world.requests.first() ?? [];
  if (oldest === undefined || !(placeOf(requestId) < oldest)) {
    return 'expected a requestId of this fake since the last reset() or restore()';
  }
  const kept = `the last ${world.requests.size} of at most ${requestsKept}`;
  return `the request log no longer has this request; it keeps ${kept}; requestsKept or --requests-kept keeps more`;
}

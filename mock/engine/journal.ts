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
  const before = `req_${engine.world.sequence.toString(36)}_`;
  return engine.ids.nextLetters('r', RANDOM_CHARS, before);
}

function placeOf(requestId: string): number {
  return Number.parseInt(/^req_([0-9a-z]+)_/.exec(requestId)?.[1] ?? '', 36);
}

/** A request that was answered, as it comes to the journal. */
export type AnsweredRequest = Omit<JournaledRequest, 'chars'>;

type Values = Decision['values'];

function charsIn(values: Values): number {
  let chars = 0;
  for (const name in values) chars += name.length + String(values[name]).length;
  return chars;
}

/** What a request told may be as long as its sender likes; what is kept of it is not. */
function bounded(values: Values): Values {
  const entries = Object.entries(values).slice(0, VALUES_MAX);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const short = typeof value === 'string' ? value.slice(0, VALUE_MAX_CHARS) : value;
      return [name.slice(0, VALUE_MAX_CHARS), short];
    }),
  );
}

/** The decision as it is kept; the values of most are short as they are. */
class KeptDecision implements Decision {
  readonly check: string;
  readonly section: string;
  readonly values: Values;

  constructor({ check, section, values }: Decision) {
    const isShort = Object.keys(values).length <= VALUES_MAX && charsIn(values) <= VALUE_MAX_CHARS;
    this.check = check;
    this.section = section;
    this.values = isShort ? values : bounded(values);
  }
}

/**
 * A request as it is kept. What is kept of each request is an instance of a class: V8 takes literals
 * that outlive their first collections for long-lived ones, and then makes them where they stay as
 * garbage until a full collection.
 */
class KeptRequest implements JournaledRequest {
  readonly requestId: string;
  readonly at: number;
  readonly operation: JournaledRequest['operation'];
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly organizationId: string | null;
  readonly message: string | null;
  readonly decision: Decision | null;
  readonly chars: number;

  constructor(request: AnsweredRequest) {
    this.requestId = request.requestId;
    this.at = request.at;
    this.operation = request.operation;
    this.method = request.method;
    this.path = request.path;
    this.status = request.status;
    this.code = request.code;
    this.organizationId = request.organizationId;
    this.message = request.message?.slice(0, TEXT_MAX_CHARS) ?? null;
    this.decision = request.decision && new KeptDecision(request.decision);
    const chars = this.decision === null ? 0 : charsIn(this.decision.values);
    this.chars = this.path.length + (this.message?.length ?? 0) + chars;
  }
}

/** Writes a request down at its place; the oldest ones make room. */
export function journal(engine: Engine, place: number, request: AnsweredRequest): JournaledRequest {
  const { world, observer, requestsKept } = engine;
  const kept = new KeptRequest(request);
  observer.onRequest?.(kept);
  world.requests.set([place], kept);
  world.requestChars += kept.chars;
  while (world.requests.size > requestsKept || world.requestChars > KEPT_MAX_CHARS) {
    world.requestChars -= world.requests.shift()?.chars ?? 0;
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

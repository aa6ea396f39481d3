import { shortToken } from '../ground/ids.ts';
import type { Decision, JournaledRequest } from '../world/entities.ts';
import type { Engine } from './engine.ts';

/** The maximum total length of the kept requests, however many. The oldest are dropped first. */
const KEPT_MAX_CHARS = 16 * 1024 * 1024;
const PATH_MAX_CHARS = 300;
const TEXT_MAX_CHARS = 1000;
const VALUES_MAX = 50;
const VALUE_MAX_CHARS = 200;
const RANDOM_CHARS = 10;
const MAY_HOLD_TOKEN = /shares|claim|shr_/i;
const MINTED_TOKEN = /shr_[0-9a-z]{5,}/g;

/** Returns the path with its share tokens shortened: a share token is a bearer credential. */
export function redactPath(path: string): string {
  if (!MAY_HOLD_TOKEN.test(path)) return path.slice(0, PATH_MAX_CHARS);
  const shown = path.replace(
    /((?:shares|claim)\/+)([^/]+)/gi,
    (_, before: string, token: string) => before + shortToken(token),
  );
  // Also if a wrong path has a token elsewhere: it is still a live credential.
  const cut = shown.replace(MINTED_TOKEN, shortToken);
  return cut.slice(0, PATH_MAX_CHARS);
}

/** Makes the identifier of a new request, which contains its place in the journal. */
export function nextRequestId(engine: Engine): string {
  engine.world.sequence += 1;
  const before = `req_${engine.world.sequence.toString(36)}_`;
  return engine.ids.nextLetters('r', RANDOM_CHARS, before);
}

function placeOf(requestId: string): number {
  return Number.parseInt(/^req_([0-9a-z]+)_/.exec(requestId)?.[1] ?? '', 36);
}

/** An answered request, before it is added to the journal. */
export type AnsweredRequest = Omit<JournaledRequest, 'chars'>;

type Values = Decision['values'];

function charsIn(values: Values): number {
  let chars = 0;
  for (const name in values) chars += name.length + String(values[name]).length;
  return chars;
}

/** Bounds the values that are kept: a sender can make them as long as it likes. */
function bounded(values: Values): Values {
  const entries = Object.entries(values).slice(0, VALUES_MAX);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const short = typeof value === 'string' ? value.slice(0, VALUE_MAX_CHARS) : value;
      return [name.slice(0, VALUE_MAX_CHARS), short];
    }),
  );
}

/** A decision as it is kept. Most have short values and need no bounding. */
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
 * A request as it is kept. Everything kept of a request is a class instance: if object literals
 * survive their first collections, V8 allocates later ones as long-lived, and these stay as garbage
 * until a full collection.
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

/** Records a request at its place, and drops the oldest ones if there is no room. */
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

/** Returns the request if the journal still has it. */
export function findRequest({ world }: Engine, requestId: string): JournaledRequest | undefined {
  const place = placeOf(requestId);
  const request = Number.isNaN(place) ? undefined : world.requests.get(place);
  return request?.requestId === requestId ? request : undefined;
}

/** Says why the journal does not have a request: it was dropped, or no request had this id. */
export function whyNoRequest(engine: Engine, requestId: string): string {
  const { world, requestsKept } = engine;
  const [[oldest] = []] = world.requests.first() ?? [];
  if (oldest === undefined || !(placeOf(requestId) < oldest)) {
    return 'expected a requestId issued by this fake since the last reset() or restore()';
  }
  const kept = `the last ${world.requests.size} of at most ${requestsKept}`;
  return `the request log no longer has this request; it keeps ${kept}; to keep more, set requestsKept or --requests-kept`;
}

import type { Engine } from '../engine/engine.ts';
import { SHOWN_MAX_CHARS, startOf } from '../engine/shown-exchange.ts';
import { SaidExchange, type SaidText } from '../engine/traffic.ts';
import type { CoreOutcome, CoreReply, CoreRequest, Trail } from './core-message.ts';

const QUERY_MAX = 50;
const HEADERS_MAX = 50;
const HEADER_MAX_CHARS = 2000;

/** Shared, because most requests have no query. */
const NO_QUERY: SaidExchange['query'] = [];

const NO_HEADERS: SaidExchange['replyHeaders'] = {};

/** Returns the headers, without the rest of what a client sends far too much of. */
function headersIn(request: CoreRequest): SaidExchange['headers'] {
  const named = Object.entries(request.headers()).slice(0, HEADERS_MAX);
  return Object.fromEntries(named.map(([name, value]) => [name, value.slice(0, HEADER_MAX_CHARS)]));
}

/** Returns the content of the request and its answer, as far as it is kept. */
export function saidIn(
  { world, traffic, clock }: Engine,
  request: CoreRequest,
  { text: body, arrivedAt }: Trail,
  outcome: CoreOutcome,
): SaidExchange {
  const secrets = traffic.secretsOf(world);
  const said = (text: string): SaidText =>
    text.length > SHOWN_MAX_CHARS ? startOf({ tokens: world.tokens, held: secrets }, text) : text;
  const replyText = (reply: CoreReply): SaidText =>
    reply.body instanceof Uint8Array
      ? { text: `(${reply.body.byteLength} bytes)`, isCut: false }
      : said(reply.body ?? '');
  const isDropped = outcome === 'drop';
  const { query, urls, origin, path } = request;
  return new SaidExchange({
    url: urls[origin] + path,
    headers: headersIn(request),
    durationMs: Math.max(0, clock.now() - arrivedAt),
    query: query.size === 0 ? NO_QUERY : [...query].slice(0, QUERY_MAX),
    body: body === null ? null : said(body),
    reply: isDropped ? null : replyText(outcome),
    replyHeaders: isDropped ? NO_HEADERS : outcome.headers,
    secrets,
  });
}

import type { Engine } from '../engine/engine.ts';
import { SHOWN_MAX_CHARS, startOf } from '../engine/shown-exchange.ts';
import { SaidExchange, type SaidText } from '../engine/traffic.ts';
import type { CoreOutcome, CoreReply, CoreRequest } from './core-message.ts';

const QUERY_MAX = 50;

/** Shared, because most requests have no query. */
const NO_QUERY: SaidExchange['query'] = [];

const NO_HEADERS: SaidExchange['replyHeaders'] = {};

/** Returns the content of the request and its answer, as far as it is kept. */
export function saidIn(
  { world, traffic }: Engine,
  { query }: CoreRequest,
  body: string | null,
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
  return new SaidExchange({
    query: query.size === 0 ? NO_QUERY : [...query].slice(0, QUERY_MAX),
    body: body === null ? null : said(body),
    reply: isDropped ? null : replyText(outcome),
    replyHeaders: isDropped ? NO_HEADERS : outcome.headers,
    secrets,
  });
}

import type { Engine } from '../engine/engine.ts';
import { type KnownSecrets, maskBody, maskText, maskValue } from '../engine/mask.ts';
import type { Exchange, SaidExchange, SaidText, TextStart } from '../engine/traffic.ts';
import type { World } from '../world/world.ts';
import type { CoreOutcome, CoreReply, CoreRequest } from './core-message.ts';

const SHOWN_MAX_CHARS = 64 * 1024;
/** A longer text is cut before it is read as JSON. */
const READ_MAX_CHARS = 1024 * 1024;
/** What a cut through the middle of a secret could leave of it. */
const MARGIN_CHARS = 1000;
const QUERY_MAX = 50;
const VALUE_MAX_CHARS = 1000;

/** Most requests have none. */
const NO_QUERY: SaidExchange['query'] = [];

/** The same request, and a look at the body once something has read it. */
export function watchedBody(request: CoreRequest): {
  readonly request: CoreRequest;
  readonly body: () => string | null;
} {
  let read: string | null = null;
  const text = async (maxBytes: number): Promise<string | undefined> => {
    const body = await request.text(maxBytes);
    read = body ?? '(longer than the fake reads)';
    return body;
  };
  return { request: { ...request, text }, body: () => read };
}

function maskedHeaders(
  known: KnownSecrets,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => [name, maskText(known, value)]);
  return Object.fromEntries(shown) as Record<string, string>;
}

function startOf(known: KnownSecrets, text: string): TextStart {
  const isLong = text.length > READ_MAX_CHARS;
  const masked = isLong
    ? maskText(known, text.slice(0, SHOWN_MAX_CHARS + MARGIN_CHARS))
    : maskBody(known, text);
  return {
    text: masked.slice(0, SHOWN_MAX_CHARS),
    isCut: isLong || masked.length > SHOWN_MAX_CHARS,
  };
}

/** What the request and its answer said, as much of it as is kept. */
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
  return {
    query: query.size === 0 ? NO_QUERY : [...query].slice(0, QUERY_MAX),
    body: body === null ? null : said(body),
    reply: outcome === 'drop' ? null : { text: replyText(outcome), headers: outcome.headers },
    secrets,
  };
}

/** The same for whoever looks: bounded, and without secrets. */
export function shownExchange(
  { tokens }: World,
  { query, body, reply, secrets }: SaidExchange,
): Exchange {
  const known = { tokens, held: secrets };
  const shown = (said: SaidText): TextStart =>
    typeof said === 'string' ? startOf(known, said) : said;
  return {
    query: query.map(([name, value]) => ({
      name: maskText(known, name).slice(0, VALUE_MAX_CHARS),
      value: maskValue(known, name, value).slice(0, VALUE_MAX_CHARS),
    })),
    body: body === null ? null : shown(body),
    reply: reply && { ...shown(reply.text), headers: maskedHeaders(known, reply.headers) },
  };
}

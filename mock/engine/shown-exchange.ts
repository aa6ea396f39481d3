import type { World } from '../world/world.ts';
import { type KnownSecrets, maskBody, maskText, maskValue } from './mask.ts';
import type { Exchange, SaidExchange, SaidText, TextStart } from './traffic.ts';

/** How much of a text is kept and shown. */
export const SHOWN_MAX_CHARS = 64 * 1024;
/** A longer text is cut before it is read as JSON. */
const READ_MAX_CHARS = 1024 * 1024;
/** The most that a cut through a secret could leave of it. Masked along with the shown text. */
const MARGIN_CHARS = 1000;
const VALUE_MAX_CHARS = 1000;

/** Headers whose value is a credential, of whatever service. */
const SECRET_HEADERS = /key|token|secret|cookie|auth/i;

/** Keeps the id of a key (spec §5): a key of another service can be sent here by mistake. */
const withoutSecret = (value: string): string =>
  /^[\w-]{1,64}(?=\.[^.]+$)/.exec(value)?.[0].concat('.…') ?? '…';

function maskedHeaders(
  known: KnownSecrets,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    SECRET_HEADERS.test(name) ? withoutSecret(value) : maskText(known, value),
  ]);
  return Object.fromEntries(shown) as Record<string, string>;
}

/** Returns the start of the text, without its secrets. */
export function startOf(known: KnownSecrets, text: string): TextStart {
  const isLong = text.length > READ_MAX_CHARS;
  const masked = isLong
    ? maskText(known, text.slice(0, SHOWN_MAX_CHARS + MARGIN_CHARS))
    : maskBody(known, text);
  return {
    text: masked.slice(0, SHOWN_MAX_CHARS),
    isCut: isLong || masked.length > SHOWN_MAX_CHARS,
  };
}

/** Returns the exchange as it is shown: bounded and without secrets. */
export function shownExchange(
  { tokens }: World,
  { headers, durationMs, query, body, reply, replyHeaders, secrets }: SaidExchange,
): Exchange {
  const known = { tokens, held: secrets };
  const shown = (said: SaidText): TextStart =>
    typeof said === 'string' ? startOf(known, said) : said;
  return {
    durationMs,
    headers: maskedHeaders(known, headers),
    query: query.map(([name, value]) => ({
      name: maskText(known, name).slice(0, VALUE_MAX_CHARS),
      value: maskValue(known, name, value).slice(0, VALUE_MAX_CHARS),
    })),
    body: body === null ? null : shown(body),
    reply: reply === null ? null : { ...shown(reply), headers: maskedHeaders(known, replyHeaders) },
  };
}

import { maskBody, maskText, maskValue } from '../engine/mask.ts';
import type { Exchange, TextStart } from '../engine/traffic.ts';
import type { World } from '../world/world.ts';
import type { CoreOutcome, CoreReply, CoreRequest } from './core-message.ts';

const SHOWN_MAX_CHARS = 64 * 1024;
/** A longer text is cut before it is read as JSON. */
const READ_MAX_CHARS = 1024 * 1024;
/** What a cut through the middle of a secret could leave of it. */
const MARGIN_CHARS = 1000;
const QUERY_MAX = 50;
const VALUE_MAX_CHARS = 1000;

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

function textStart(world: World, text: string): TextStart {
  const isLong = text.length > READ_MAX_CHARS;
  const masked = isLong
    ? maskText(world, text.slice(0, SHOWN_MAX_CHARS + MARGIN_CHARS))
    : maskBody(world, text);
  return {
    text: masked.slice(0, SHOWN_MAX_CHARS),
    isCut: isLong || masked.length > SHOWN_MAX_CHARS,
  };
}

function replyOf(world: World, { headers, body }: CoreReply): Exchange['reply'] {
  const shown = Object.entries(headers).map(([name, value]) => [name, maskText(world, value)]);
  const text =
    body instanceof Uint8Array
      ? { text: `(${body.byteLength} bytes)`, isCut: false }
      : textStart(world, body ?? '');
  return { ...text, headers: Object.fromEntries(shown) as Record<string, string> };
}

/** What the request and its answer said, bounded and without their secrets. */
export function exchangeOf(
  world: World,
  { query }: CoreRequest,
  body: string | null,
  outcome: CoreOutcome,
): Exchange {
  const asked = [...query].slice(0, QUERY_MAX).map(([name, value]) => ({
    name: maskText(world, name).slice(0, VALUE_MAX_CHARS),
    value: maskValue(world, name, value).slice(0, VALUE_MAX_CHARS),
  }));
  return {
    query: asked,
    body: body === null ? null : textStart(world, body),
    reply: outcome === 'drop' ? null : replyOf(world, outcome),
  };
}

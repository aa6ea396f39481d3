import type { Hmac } from './hmac.ts';
import { type RawBody, utf8 } from './raw-body.ts';
import { respacedJson } from './respace-json.ts';
import { equalText } from './signature-headers.ts';
import type { IndexedSecret } from './usable-secrets.ts';

/**
 * The largest body that gets guesses: the sender of a bad signature must not choose what it costs.
 * Most events are smaller.
 */
const BODY_MAX = 8 * 1024;

/** The most bytes hashed for all guesses about one refused delivery. */
const BYTES_MAX = 4 * BODY_MAX;

/** The most guesses that are signed for one refused delivery. */
const DIGESTS_MAX = 16;

/** A serialiser's output is assumed to be at most this many times as long as its input. */
const GROWTH_MAX = 2;

/** The refused delivery. */
export interface Mismatch {
  readonly hmac: Hmac;
  readonly secrets: readonly IndexedSecret[];
  readonly timestamp: string;
  readonly body: RawBody;
  readonly digest: string;
  /** The delivery's `Content-Encoding`. */
  readonly encoding?: string | undefined;
}

interface Guess {
  readonly secret: string;
  readonly bytes: Uint8Array;
  readonly hint: string;
}

/** The work that may still be done. */
interface Budget {
  digests: number;
  bytes: number;
}

function bareSecrets(text: string): string[] {
  const trimmed = text.trim();
  const unquoted = trimmed.replace(/^(["'])(.*)\1$/s, '$2');
  return [...new Set([trimmed, unquoted])].filter((bare) => bare !== text && bare !== '');
}

function* otherBodies(text: string): Generator<readonly [RawBody, hint: string]> {
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    const binary = atob(text);
    const decoded = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) decoded[at] = binary.charCodeAt(at);
    yield [decoded, 'the body is base64: decode it first (isBase64Encoded on AWS Lambda)'];
  }
  const lineBreak = 'a line break at the end of the body was added or removed';
  const bare = text.replace(/\r?\n$/, '');
  if (bare !== text) yield [bare, lineBreak];
  yield [`${text}\n`, lineBreak];
  if (!/^\s*[[{]/.test(text)) return;
  for (const body of respacedJson(text)) {
    if (body === text) continue;
    yield [body, 'the body was parsed and serialised again: pass the bytes as they arrived'];
  }
}

function bytesOf(body: RawBody): Uint8Array {
  return typeof body === 'string' ? utf8.encode(body) : body;
}

function* guesses(secrets: Mismatch['secrets'], body: Uint8Array): Generator<Guess> {
  for (const { text } of secrets) {
    for (const secret of bareSecrets(text)) {
      yield { secret, bytes: body, hint: 'the secret has white space or quotes around it' };
    }
  }
  for (const [changed, hint] of otherBodies(new TextDecoder().decode(body))) {
    const bytes = bytesOf(changed);
    if (bytes.length > GROWTH_MAX * body.length) continue;
    for (const { text } of secrets) yield { secret: text, bytes, hint };
  }
}

async function confirmedHint(mismatch: Mismatch, body: Uint8Array): Promise<string | undefined> {
  const { hmac, secrets, timestamp, digest } = mismatch;
  const budget: Budget = { digests: DIGESTS_MAX, bytes: BYTES_MAX };
  for (const { secret, bytes, hint } of guesses(secrets, body)) {
    const cost = timestamp.length + 1 + bytes.length;
    if (cost > budget.bytes) continue;
    if (budget.digests === 0) return undefined;
    budget.digests -= 1;
    budget.bytes -= cost;
    if (equalText(await hmac(secret, timestamp, bytes), digest)) return hint;
  }
  return undefined;
}

/** A coding is never decoded: the signature covers the bytes that the service sent. */
function compressed(encoding: string): string {
  const known = /^(?:(?:x-)?gzip|br|deflate|zstd)$/i.test(encoding) ? ` (${encoding})` : '';
  return `a Content-Encoding${known}, which something in between added`;
}

/**
 * Returns the likely mistake behind a signature that does not match, but only if the delivery would
 * verify without that mistake or the body is plainly not raw. It accepts nothing, never fails, and
 * costs at most 16 signatures over 32 KiB in all, for a body of up to 8 KiB.
 */
export async function mismatchHint(mismatch: Mismatch): Promise<string | undefined> {
  const { body, encoding = 'identity' } = mismatch;
  if (body.length === 0) return 'the body is empty: something has already read the request';
  if (body === '[object Object]') return 'the body was parsed, then converted with String()';
  if (encoding !== 'identity') return `${compressed(encoding)}: pass the bytes that were signed`;
  // UTF-8 never has fewer bytes than the text has characters.
  if (body.length > BODY_MAX) return undefined;
  const bytes = bytesOf(body);
  if (bytes.length > BODY_MAX) return undefined;
  try {
    return await confirmedHint(mismatch, bytes);
  } catch {
    // Text that turns out not to be JSON or base64 gets no hint; the delivery is still refused.
    return undefined;
  }
}

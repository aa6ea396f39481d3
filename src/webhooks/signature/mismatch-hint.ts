import type { Hmac } from './hmac.ts';
import type { RawBody } from './raw-body.ts';
import { jsonTokens, respaceJson, SPACINGS } from './respace-json.ts';
import { equalText } from './signature-text.ts';
import type { IndexedSecret } from './usable-secrets.ts';
import { utf8 } from './utf8.ts';

/**
 * The most bytes hashed for all guesses about one refused delivery, and the largest body that gets
 * any: the sender of a bad signature must not choose what it costs.
 */
const BYTES_MAX = 64 * 1024;

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

/** Yields the forms that the body may have had before it was parsed and serialised again. */
function* otherJson(text: string, budget: Budget): Generator<string> {
  if (!/^\s*[[{]/.test(text)) return;
  for (const spacing of SPACINGS) {
    const maxChars = Math.min(GROWTH_MAX * text.length, budget.bytes);
    const form = respaceJson(jsonTokens(text), spacing, maxChars);
    if (form !== undefined && form !== text) yield form;
  }
}

function* otherBodies(text: string, budget: Budget): Generator<readonly [RawBody, hint: string]> {
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    const decoded = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    yield [decoded, 'the body is base64: decode it first (isBase64Encoded on AWS Lambda)'];
  }
  const lineBreak = 'a line break at the end of the body was added or removed';
  const bare = text.replace(/\r?\n$/, '');
  if (bare !== text) yield [bare, lineBreak];
  for (const body of otherJson(text, budget)) {
    yield [body, 'the body was parsed and serialised again: pass the bytes as they arrived'];
  }
  yield [`${text}\n`, lineBreak];
}

function bytesOf(body: RawBody): Uint8Array {
  return typeof body === 'string' ? utf8.encode(body) : body;
}

function* guesses(
  secrets: Mismatch['secrets'],
  body: Uint8Array,
  budget: Budget,
): Generator<Guess> {
  for (const { text } of secrets) {
    for (const secret of bareSecrets(text)) {
      yield { secret, bytes: body, hint: 'the secret has white space or quotes around it' };
    }
  }
  for (const [changed, hint] of otherBodies(new TextDecoder().decode(body), budget)) {
    const bytes = bytesOf(changed);
    // `respaceJson` limits characters; non-ASCII text can still exceed the limit in bytes.
    if (bytes.length > GROWTH_MAX * body.length) continue;
    for (const { text } of secrets) yield { secret: text, bytes, hint };
  }
}

async function confirmedHint(mismatch: Mismatch, body: Uint8Array): Promise<string | undefined> {
  const { hmac, secrets, timestamp, digest } = mismatch;
  const budget: Budget = { digests: DIGESTS_MAX, bytes: BYTES_MAX };
  for (const { secret, bytes, hint } of guesses(secrets, body, budget)) {
    const cost = timestamp.length + 1 + bytes.length;
    if (cost > budget.bytes) continue;
    if (budget.digests === 0) return undefined;
    budget.digests -= 1;
    budget.bytes -= cost;
    if (equalText(await hmac(secret, timestamp, bytes), digest)) return hint;
  }
  return undefined;
}

/**
 * Returns the likely mistake behind a signature that does not match, but only if the delivery would
 * verify without that mistake or the body is plainly not raw. It accepts nothing, never fails, and
 * costs at most 16 signatures over 64 KiB in all.
 */
export async function mismatchHint(mismatch: Mismatch): Promise<string | undefined> {
  const { body } = mismatch;
  if (body.length === 0) return 'the body is empty: something has already read the request';
  if (body === '[object Object]') return 'the body was parsed, then converted with String()';
  // UTF-8 never has fewer bytes than the text has characters.
  if (body.length > BYTES_MAX) return undefined;
  const bytes = bytesOf(body);
  if (bytes.length > BYTES_MAX) return undefined;
  try {
    return await confirmedHint(mismatch, bytes);
  } catch {
    // Text that turns out not to be JSON or base64 gets no hint; the delivery is still refused.
    return undefined;
  }
}

import { equalText } from './equal-text.ts';
import type { Hmac } from './hmac.ts';
import type { RawBody } from './raw-body.ts';
import type { IndexedSecret } from './usable-secrets.ts';

/** A larger body gets no guess: whoever sends a bad signature must not choose what it costs. */
const BODY_MAX_BYTES = 64 * 1024;

/** The most guesses that are signed for one refused delivery. */
const GUESSES_MAX = 16;

/** What was refused. */
export interface Mismatch {
  readonly hmac: Hmac;
  readonly secrets: readonly IndexedSecret[];
  readonly timestamp: string;
  readonly body: RawBody;
  readonly digest: string;
}

interface Guess {
  readonly secret: string;
  readonly body: RawBody;
  readonly hint: string;
}

function bareSecrets(text: string): string[] {
  const trimmed = text.trim();
  const unquoted = trimmed.replace(/^(["'])(.*)\1$/s, '$2');
  return [...new Set([trimmed, unquoted])].filter((bare) => bare !== text && bare !== '');
}

function* otherLineEnds(text: string): Generator<string> {
  yield `${text}\n`;
  const bare = text.replace(/\r?\n$/, '');
  if (bare !== text) yield bare;
}

/** What a body may have been before a JSON parser and a serialiser took it through their hands. */
function* otherJson(text: string): Generator<string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  const spaced = JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '');
  for (const form of [JSON.stringify(value), JSON.stringify(value, null, 2), spaced]) {
    if (form !== text) yield form;
  }
}

function* otherBodies(text: string): Generator<readonly [body: RawBody, hint: string]> {
  for (const body of otherLineEnds(text)) {
    yield [body, 'a line break at the end of the body was added or removed'];
  }
  for (const body of otherJson(text)) {
    yield [body, 'the body was parsed and serialised again: hand in the bytes as they arrived'];
  }
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    const decoded = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    yield [decoded, 'the body is base64: decode it first (isBase64Encoded on AWS Lambda)'];
  }
}

function* guesses({ secrets, body }: Mismatch, bodyText: string): Generator<Guess> {
  for (const { text } of secrets) {
    for (const secret of bareSecrets(text)) {
      yield { secret, body, hint: 'the secret has white space or quotes around it' };
    }
  }
  for (const [changed, hint] of otherBodies(bodyText)) {
    for (const { text } of secrets) yield { secret: text, body: changed, hint };
  }
}

async function confirmedHint(mismatch: Mismatch, bodyText: string): Promise<string | undefined> {
  const { hmac, timestamp, digest } = mismatch;
  let left = GUESSES_MAX;
  for (const { secret, body, hint } of guesses(mismatch, bodyText)) {
    if (left-- === 0) return undefined;
    if (equalText(await hmac(secret, timestamp, body), digest)) return hint;
  }
  return undefined;
}

function isLarge(body: RawBody): boolean {
  // No text has fewer bytes than it is long.
  if (body.length > BODY_MAX_BYTES) return true;
  return typeof body === 'string' && new TextEncoder().encode(body).length > BODY_MAX_BYTES;
}

/**
 * The likely mistake behind a signature that does not match, said only where the delivery would
 * verify without that mistake, or where the body plainly is none. It accepts nothing, fails never,
 * and costs at most 16 signatures over 64 KiB.
 */
export async function mismatchHint(mismatch: Mismatch): Promise<string | undefined> {
  const { body } = mismatch;
  if (body.length === 0) return 'the body is empty: something read the request before';
  if (isLarge(body)) return undefined;
  try {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    if (text === '[object Object]') return 'the body was parsed, then made a string by String()';
    return await confirmedHint(mismatch, text);
  } catch {
    // A hostile body (nested a million deep, say) gets no hint; the refusal stands.
    return undefined;
  }
}

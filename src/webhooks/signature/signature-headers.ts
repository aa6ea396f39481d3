import { invalidInput } from '../../errors/invalid-input-error.ts';
import { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';

/**
 * The headers of a delivery: a `Headers`, the headers of `node:http` and its frameworks, or a plain
 * record. Names can be in any case.
 */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What is passed in place of headers, and what to do about it. */
function mistakenFor(source: object): string | undefined {
  if (Array.isArray(source)) return 'a list: pass new Headers(pairs)';
  const { then, headers } = source as { then?: unknown; headers?: unknown };
  if (typeof then === 'function') return 'a promise: await it';
  // A header of that name would be a text, or a list of texts.
  const isHolder = typeof headers === 'object' && headers !== null && !Array.isArray(headers);
  return isHolder ? 'a request: pass its headers' : undefined;
}

/**
 * Returns the value of the header `name`, which is in lower case. Repeated values are joined with a
 * comma, as in `Headers`, so that they are refused in whatever form `headers` is passed.
 */
export function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  const source: unknown = headers;
  const isObject = typeof source === 'object' && source !== null;
  const mistake = isObject ? mistakenFor(source) : undefined;
  if (!isObject || mistake !== undefined) {
    const found = mistake === undefined ? '' : `, not ${mistake}`;
    throw invalidInput('headers', `expected Headers, or an object of names and values${found}`);
  }
  if ('get' in source && typeof source.get === 'function') {
    const value = (source as { get(name: string): unknown }).get(name);
    return typeof value === 'string' ? value : undefined;
  }
  let found: string | undefined;
  for (const key of Object.keys(source)) {
    // Most names already differ in length, so this avoids most of the lower-casing.
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    const value: unknown = (source as Readonly<Record<string, unknown>>)[key];
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof each === 'string') found = found === undefined ? each : `${found}, ${each}`;
    }
  }
  return found;
}

/** The names of the headers of a delivery (spec §6.2), in lower case. */
export const WEBHOOK_HEADERS = {
  id: 'x-svc-webhook-id',
  timestamp: 'x-svc-timestamp',
  signature: 'x-svc-signature',
} as const;

const PREFIX = 'sha256=';
const SIGNATURE = /^sha256=[0-9a-fA-F]{64}$/;

/** Formats a digest for the signature header: `sha256=` and 64 hex digits (spec §6.2). */
export function formatSignature(digest: string): string {
  return PREFIX + digest;
}

/** Returns the digest of a signature header in lower case; `undefined` if the format is different. */
export function parseSignature(text: string): string | undefined {
  return SIGNATURE.test(text) ? text.slice(PREFIX.length).toLowerCase() : undefined;
}

/** Compares in a time that depends only on the length (spec §6.2, step 4). */
export function equalText(a: string, b: string): boolean {
  let seen = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) seen |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return seen === 0;
}

/** The signed part of a delivery's headers (spec §6.2). */
export interface SignatureHeaders {
  /** As received: the signature covers this text. */
  readonly timestamp: string;
  /** The same instant in Unix milliseconds. */
  readonly signedAt: number;
  /** 64 hex digits in lower case. */
  readonly digest: string;
}

const UNSIGNED_HINT =
  'the service signs once a signing secret is set in the dashboard; a proxy may drop headers';

type Name = 'signature' | 'timestamp';

function refuse(fault: 'missing' | 'malformed', name: Name, what: string, hint?: string): never {
  const message = `the ${WEBHOOK_HEADERS[name]} header is ${what}`;
  throw new WebhookVerificationError(`${fault}_${name}`, message, { hint });
}

/** Reads both headers, or refuses with the reason. No message repeats their values. */
export function readSignatureHeaders(headers: WebhookHeaders): SignatureHeaders {
  const read = (name: Name): string =>
    readHeader(headers, WEBHOOK_HEADERS[name]) || refuse('missing', name, 'missing', UNSIGNED_HINT);
  const digest = parseSignature(read('signature'));
  const timestamp = read('timestamp');
  if (digest === undefined) refuse('malformed', 'signature', 'not sha256= and 64 hex digits');
  // Up to 15 digits, so that milliseconds are accepted here and `checkAge` can name the mistake.
  if (!/^\d{1,15}$/.test(timestamp)) refuse('malformed', 'timestamp', 'not whole Unix seconds');
  return { timestamp, signedAt: Number(timestamp) * 1000, digest };
}

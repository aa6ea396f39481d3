import type { RawBody } from './raw-body.ts';

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Enough for a rotation in many accounts; the key that was used longest ago goes first. */
const KEYS_MAX = 100;

const utf8 = new TextEncoder();

const keys = new Map<string, Promise<HmacKey>>();

async function importKey(secret: string): Promise<HmacKey> {
  const bytes = utf8.encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

function keyOf(secret: string): Promise<HmacKey> {
  const key = keys.get(secret) ?? importKey(secret);
  keys.delete(secret);
  keys.set(secret, key);
  const [oldest] = keys.keys();
  if (keys.size > KEYS_MAX && oldest !== undefined) keys.delete(oldest);
  // A failed import is tried again by the next delivery.
  key.catch(() => keys.delete(secret));
  return key;
}

function messageOf(timestamp: string, body: RawBody): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return utf8.encode(`${timestamp}.${body}`);
  const prefix = utf8.encode(`${timestamp}.`);
  const message = new Uint8Array(prefix.length + body.length);
  message.set(prefix);
  message.set(body, prefix.length);
  return message;
}

function hexOf(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** HMAC-SHA256 by WebCrypto, which signs one buffer only: for runtimes without `node:crypto`. */
export async function webHmac(secret: string, timestamp: string, body: RawBody): Promise<string> {
  const message = messageOf(timestamp, body);
  return hexOf(await crypto.subtle.sign('HMAC', await keyOf(secret), message));
}

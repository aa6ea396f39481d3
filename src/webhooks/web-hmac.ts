type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Enough for a rotation in many accounts; the key that was used longest ago goes first. */
const KEYS_MAX = 100;

const keys = new Map<string, Promise<HmacKey>>();

async function importKey(secret: string): Promise<HmacKey> {
  const bytes = new TextEncoder().encode(secret);
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

/** HMAC-SHA256 by WebCrypto, which signs one buffer only: for runtimes without `node:crypto`. */
export async function webHmac(
  secret: string,
  timestamp: string,
  body: Uint8Array,
): Promise<Uint8Array> {
  const prefix = new TextEncoder().encode(`${timestamp}.`);
  const message = new Uint8Array(prefix.length + body.length);
  message.set(prefix);
  message.set(body, prefix.length);
  return new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), message));
}

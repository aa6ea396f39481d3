import type { RawBody } from './raw-body.ts';
import { SecretKeys } from './secret-keys.ts';
import { utf8 } from './utf8.ts';

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const keys = /* @__PURE__ */ new SecretKeys<Promise<HmacKey>>();

async function importKey(secret: string): Promise<HmacKey> {
  const bytes = utf8.encode(secret);
  try {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    return await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  } catch (error) {
    keys.forget(secret); // so that the next delivery tries again
    throw error;
  }
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

/**
 * Computes HMAC-SHA256 with WebCrypto, which signs only one buffer; for runtimes without
 * `node:crypto`.
 */
export async function webHmac(secret: string, timestamp: string, body: RawBody): Promise<string> {
  const message = messageOf(timestamp, body);
  return hexOf(await crypto.subtle.sign('HMAC', await keys.of(secret, importKey), message));
}

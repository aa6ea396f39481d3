import { builtinModule } from '../../platform/builtin-module.ts';
import type { RawBody } from './raw-body.ts';
import { utf8 } from './raw-body.ts';

/** Enough for a rotation in many accounts; the least recently used key is dropped first. */
const KEYS_MAX = 100;

/** A cache of the platform's keys by secret, so that each is made once. */
export class SecretKeys<Key> {
  readonly #keys = new Map<string, Key>();
  #newest: string | undefined;

  /** Returns the key of `secret`, made by `make` if it is not cached. */
  of(secret: string, make: (secret: string) => Key): Key {
    const known = this.#keys.get(secret);
    if (known !== undefined && secret === this.#newest) return known;
    const key = known ?? make(secret);
    this.#keys.delete(secret);
    this.#keys.set(secret, key);
    this.#newest = secret;
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > KEYS_MAX && oldest !== undefined) this.#keys.delete(oldest);
    return key;
  }

  forget(secret: string): void {
    this.#keys.delete(secret);
  }
}

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const webKeys = /* @__PURE__ */ new SecretKeys<Promise<HmacKey>>();

async function importKey(secret: string): Promise<HmacKey> {
  const bytes = utf8.encode(secret);
  try {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    return await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  } catch (error) {
    webKeys.forget(secret); // so that the next delivery tries again
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
  return hexOf(await crypto.subtle.sign('HMAC', await webKeys.of(secret, importKey), message));
}

/**
 * HMAC-SHA256 over `<timestamp>.<body>`, keyed with the secret's UTF-8 bytes (spec §6.2), as 64
 * lower-case hex digits.
 */
export type Hmac = (secret: string, timestamp: string, body: RawBody) => string | Promise<string>;

/** Up to this length, joining the text costs less than a second call into the hash. */
const JOINED_MAX_CHARS = 8 * 1024;

/** The part of `node:crypto` that is used. */
interface NodeCrypto {
  createSecretKey(key: string, encoding: 'utf8'): NodeKey;
  createHmac(algorithm: 'sha256', key: NodeKey): NodeHmac;
}

/** A secret as a key object of the platform. */
type NodeKey = object;

interface NodeHmac {
  update(data: string | Uint8Array): NodeHmac;
  digest(encoding: 'hex'): string;
}

interface ProcessLike {
  readonly getBuiltinModule?: unknown;
}

const nodeKeys = /* @__PURE__ */ new SecretKeys<NodeKey>();

function nodeHmac(nodeCrypto: NodeCrypto): Hmac {
  const makeKey = (secret: string): NodeKey => nodeCrypto.createSecretKey(secret, 'utf8');
  return (secret, timestamp, body) => {
    const hmac = nodeCrypto.createHmac('sha256', nodeKeys.of(secret, makeKey));
    if (typeof body === 'string' && body.length <= JOINED_MAX_CHARS) {
      return hmac.update(`${timestamp}.${body}`).digest('hex');
    }
    return hmac.update(`${timestamp}.`).update(body).digest('hex');
  };
}

/**
 * The cached HMAC and the lookup that gave it: a lookup takes a twentieth of a small delivery's
 * time.
 */
let found: { readonly asked: unknown; readonly hmac: Hmac } | undefined;

/**
 * Returns the fastest HMAC of this runtime: `node:crypto` on Node, Bun and Deno, otherwise
 * WebCrypto. It is looked up at run time, so that bundlers have no import to resolve.
 */
export function platformHmac(): Hmac {
  const asked = (globalThis as { process?: ProcessLike }).process?.getBuiltinModule;
  if (found === undefined || found.asked !== asked) {
    const nodeCrypto = builtinModule('node:crypto') as NodeCrypto | undefined;
    found = { asked, hmac: nodeCrypto === undefined ? webHmac : nodeHmac(nodeCrypto) };
  }
  return found.hmac;
}

import { builtinModule } from '../../platform/builtin-module.ts';
import type { RawBody } from './raw-body.ts';
import { SecretKeys } from './secret-keys.ts';
import { webHmac } from './web-hmac.ts';

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

const keys = /* @__PURE__ */ new SecretKeys<NodeKey>();

function nodeHmac(nodeCrypto: NodeCrypto): Hmac {
  const makeKey = (secret: string): NodeKey => nodeCrypto.createSecretKey(secret, 'utf8');
  return (secret, timestamp, body) => {
    const hmac = nodeCrypto.createHmac('sha256', keys.of(secret, makeKey));
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

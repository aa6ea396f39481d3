import type { RawBody } from './raw-body.ts';
import { SecretKeys } from './secret-keys.ts';
import { webHmac } from './web-hmac.ts';

/**
 * HMAC-SHA256 over `<timestamp>.<body>` with the secret's UTF-8 bytes as key (spec §6.2), as 64 hex
 * digits in lower case.
 */
export type Hmac = (secret: string, timestamp: string, body: RawBody) => string | Promise<string>;

/** Up to here a copy of the text costs less than a second call into the hash. */
const JOINED_MAX_CHARS = 8 * 1024;

/** The part of `node:crypto` that is used. */
interface NodeCrypto {
  createSecretKey(key: string, encoding: 'utf8'): NodeKey;
  createHmac(algorithm: 'sha256', key: NodeKey): NodeHmac;
}

/** A secret's bytes, as the platform keeps them. */
type NodeKey = object;

interface NodeHmac {
  update(data: string | Uint8Array): NodeHmac;
  digest(encoding: 'hex'): string;
}

interface BuiltinModules {
  readonly getBuiltinModule?: (id: 'node:crypto') => NodeCrypto | undefined;
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

/** What was found, and who was asked: the question takes a twentieth of a small delivery's time. */
let found: { readonly asked: BuiltinModules['getBuiltinModule']; readonly hmac: Hmac } | undefined;

/**
 * The fastest HMAC of this runtime: `node:crypto` on Node, Bun and Deno, else WebCrypto. Asked for
 * by name at run time, so that no bundler has an import to resolve.
 */
export function platformHmac(): Hmac {
  const { process } = globalThis as { process?: BuiltinModules };
  const asked = process?.getBuiltinModule;
  if (found === undefined || found.asked !== asked) {
    const nodeCrypto = process?.getBuiltinModule?.('node:crypto');
    found = { asked, hmac: nodeCrypto === undefined ? webHmac : nodeHmac(nodeCrypto) };
  }
  return found.hmac;
}

import { builtinModule } from '../platform/builtin-module.ts';

interface NodeCrypto {
  createHash(algorithm: 'sha256'): {
    update(bytes: Uint8Array): unknown;
    digest(encoding: 'hex'): string;
  };
}

/** A digest that is updated piece by piece. */
export interface Sha256 {
  update(piece: Uint8Array): void;
  hex(): string;
}

/** Creates an incremental SHA-256 if the runtime has one (Node, Bun, Deno). */
export function incrementalSha256(): Sha256 | undefined {
  const crypto = builtinModule('node:crypto') as NodeCrypto | undefined;
  const hash = crypto?.createHash('sha256');
  return hash && { update: (piece) => void hash.update(piece), hex: () => hash.digest('hex') };
}

/** Returns the SHA-256 of `bytes` in lower-case hexadecimal digits. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const incremental = incrementalSha256();
  if (incremental !== undefined) {
    incremental.update(bytes);
    return incremental.hex();
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { invalidInput } from '../errors/invalid-input-error.ts';
import { incrementalSha256, type Sha256 } from '../resources/sha256.ts';

/** Creates an incremental digest. @throws `InvalidInputError` if the runtime has none. */
export function newDigest(): Sha256 {
  const digest = incrementalSha256();
  if (digest === undefined) throw invalidInput('vault', 'this runtime has no node:crypto');
  return digest;
}

/** Returns the SHA-256 of `bytes` in lower-case hexadecimal digits. */
export function digestOf(bytes: Uint8Array): string {
  const digest = newDigest();
  digest.update(bytes);
  return digest.hex();
}

/** Returns the total length and the SHA-256 of the pieces. */
export async function digestOfPieces(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const digest = newDigest();
  let bytes = 0;
  for await (const piece of pieces) {
    digest.update(piece);
    bytes += piece.byteLength;
  }
  return { bytes, sha256: digest.hex() };
}

import { joinBytes } from '../platform/join-bytes.ts';
import type { Vault } from './vault.ts';

/** Reads pieces into one array. */
export async function wholeOf(
  pieces: AsyncIterable<Uint8Array>,
  most = Number.MAX_SAFE_INTEGER,
): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    kept.push(piece);
    length += piece.byteLength;
    if (length > most) break;
  }
  return joinBytes(kept);
}

/**
 * Reads a small file; `undefined` if there is none. Of one that is longer than such a file can be, only the
 * beginning is read, which then is not what the file should be.
 */
export async function bytesIn(
  vault: Vault,
  path: string,
  most: number,
): Promise<Uint8Array | undefined> {
  const pieces = await vault.get(path);
  return pieces && wholeOf(pieces, most);
}

import type { GrowingFiles } from '../../../src/archive/index.ts';
import { MemoryVault } from './memory-vault.ts';

const growingIn = (files: Map<string, Uint8Array>): GrowingFiles => ({
  append: async (path, bytes, at) => {
    const before = files.get(path)?.subarray(0, at) ?? new Uint8Array();
    files.set(path, new Uint8Array(Buffer.concat([before, bytes])));
  },
  replace: async (path, bytes) => void files.set(path, bytes.slice()),
  read: async function* (path, at, length = Number.MAX_SAFE_INTEGER) {
    const bytes = files.get(path)?.subarray(at, at + length);
    if (bytes !== undefined && bytes.byteLength > 0) yield bytes;
  },
});

/** A vault whose open segment is one file, like a folder's, but in memory. */
export class GrowingVault extends MemoryVault {
  readonly growing = growingIn(this.files);
}

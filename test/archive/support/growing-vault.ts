import type { GrowingFiles } from '../../../src/archive/index.ts';
import { MemoryVault } from './memory-vault.ts';

/** A vault whose manifest is one file, like a folder's, but in memory. */
export class GrowingVault extends MemoryVault {
  readonly growing: GrowingFiles = {
    append: async (path, bytes, at) => {
      const before = this.files.get(path)?.subarray(0, at) ?? new Uint8Array();
      this.files.set(path, new Uint8Array(Buffer.concat([before, bytes])));
    },
    replace: async (path, bytes) => void this.files.set(path, bytes.slice()),
  };
}

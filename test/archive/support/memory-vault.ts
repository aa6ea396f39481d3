import type { Vault } from '../../../src/archive/index.ts';

/** A vault whose files cannot grow, like one over an object store. */
export class MemoryVault implements Vault {
  readonly files = new Map<string, Uint8Array>();
  /** The media type that each file was put with. */
  readonly types = new Map<string, string>();

  async has(path: string): Promise<boolean> {
    return this.files.has(path);
  }

  async put(
    path: string,
    bytes: Uint8Array,
    options?: { readonly contentType: string },
  ): Promise<'kept' | 'exists'> {
    if (this.files.has(path)) return 'exists';
    this.types.set(path, options?.contentType ?? '');
    this.files.set(path, bytes.slice());
    return 'kept';
  }

  async get(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const bytes = this.files.get(path);
    if (bytes === undefined) return undefined;
    return (async function* () {
      // In odd pieces, so that lines are split.
      for (let at = 0; at < bytes.byteLength; at += 1000) yield bytes.subarray(at, at + 1000);
    })();
  }

  async *list(prefix: string) {
    for (const [path, bytes] of [...this.files]) {
      if (path.startsWith(prefix)) yield { path, bytes: bytes.byteLength };
    }
  }

  async remove(path: string): Promise<void> {
    this.files.delete(path);
  }
}

/** A file of a vault. */
export interface VaultFile {
  /** Its name in the vault: segments parted by `/`. */
  readonly path: string;
  /** Its length. */
  readonly bytes: number;
}

/** A vault that one run has for itself. */
export interface VaultLock {
  /** Gives the vault free. */
  release(): Promise<void>;
}

/** What storage can do whose files may grow: a file system, not an object store. */
export interface GrowingFiles {
  /**
   * Adds `bytes` to a file that is `at` bytes long, and makes it durable. What lies beyond `at` was
   * never acknowledged and is cut off first; where writing fails, the file is left as long as it was.
   */
  append(path: string, bytes: Uint8Array, at: number): Promise<void>;
  /** Puts `bytes` in the place of a file, whole or not at all, and makes it durable. */
  replace(path: string, bytes: Uint8Array): Promise<void>;
}

/**
 * Where an archive lies: `has`, `put`, `get` and `list` over paths like
 * `records/example.com/2026-01/cdr_1.json`. A put never replaces what is there. A vault rejects with
 * whatever its storage throws.
 *
 * With these four, the manifest is kept in parts (`manifest/00000001.ndjson`), and of two runs that
 * write at once, the later put of a part finds it there and that run stops. With `growing`, it is one
 * file, `manifest.ndjson`; with `lock`, a second run stops before it asks for anything.
 *
 * @example
 * ```ts
 * const vault: Vault = folderVault('evidence');
 * ```
 */
export interface Vault {
  /** Whether there is a file of this name. */
  has(path: string): Promise<boolean>;
  /**
   * Keeps a file: it is there whole and durable once this resolves to `kept`, else not at all.
   * `exists`: there is one of this name, and it was left as it is; two puts of one name at once must
   * not both be `kept`.
   */
  put(
    path: string,
    bytes: Uint8Array,
    about: { readonly contentType: string },
  ): Promise<'kept' | 'exists'>;
  /** The bytes of a file, piece by piece; `undefined` where there is none. */
  get(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** All files whose path begins with `prefix`, in any order. */
  list(prefix: string): AsyncIterable<VaultFile>;
  /** Storage whose files may grow. */
  readonly growing?: GrowingFiles;
  /** The vault for one run alone; `undefined` where another run has it. */
  lock?(): Promise<VaultLock | undefined>;
}

/** A file of a vault. */
export interface VaultFile {
  /** Its name in the vault: segments separated by `/`. */
  readonly path: string;
  /** Its length in bytes. */
  readonly bytes: number;
}

/** A lock on a vault. */
export interface VaultLock {
  /** Releases the vault. */
  release(): Promise<void>;
}

/** Storage whose files can grow, such as a file system, but not an object store. */
export interface GrowingFiles {
  /**
   * Appends `bytes` to a file at offset `at`, and makes it durable. Bytes beyond `at` were never
   * acknowledged, so cut them off first. If the write fails, leave the file `at` bytes long.
   */
  append(path: string, bytes: Uint8Array, at: number): Promise<void>;
  /** Replaces a file with `bytes`, completely or not at all, and makes it durable. */
  replace(path: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a file from offset `at`, piece by piece, at most `length`; none beyond its end. */
  read(path: string, at: number, length?: number): AsyncIterable<Uint8Array>;
}

/**
 * Where an archive is stored: `has`, `put`, `get` and `list` for paths like
 * `records/example.com/2026-01/cdr_1.json`. `put` never replaces a file. A vault rejects with
 * whatever its storage throws.
 *
 * With these four methods alone, the manifest is written in parts (`segments/00000001.ndjson`). If two
 * runs write at the same time, one finds that its next part exists, and stops. With `growing`, its open
 * segment is one file, `manifest.ndjson`. With `growing` and `lock`, any number of processes can write.
 *
 * @example
 * ```ts
 * const vault: Vault = folderVault('evidence');
 * ```
 */
export interface Vault {
  /** Whether a file of this name exists. */
  has(path: string): Promise<boolean>;
  /**
   * Stores a file. `kept`: it is stored completely and durably. `exists`: there already is a file of
   * this name, and it was left alone. A failed `put` leaves no file. Of two concurrent puts of the
   * same name, only one may be `kept`.
   */
  put(
    path: string,
    bytes: Uint8Array,
    about: { readonly contentType: string },
  ): Promise<'kept' | 'exists'>;
  /** The bytes of a file, piece by piece; `undefined` if there is none. */
  get(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** All files whose path begins with `prefix`, in any order. */
  list(prefix: string): AsyncIterable<VaultFile>;
  /** Removes a file durably; one that does not exist is no error. Only an erasure needs it. */
  remove?(path: string): Promise<void>;
  /** For storage whose files can grow. */
  readonly growing?: GrowingFiles;
  /**
   * Locks the vault for one run over all domains (`run`), or for the moment in which lines are appended
   * (`append`); `undefined` if another process has that lock.
   */
  lock?(what: 'run' | 'append'): Promise<VaultLock | undefined>;
  /** The path of the file with its index, unless the caller names one. */
  readonly indexFile?: string;
}

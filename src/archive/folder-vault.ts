import { invalidInput } from '../errors/invalid-input-error.ts';
import { bindMethods } from '../platform/bind-methods.ts';
import { lockFile } from './folder-lock.ts';
import { FolderPaths } from './folder-paths.ts';
import { INCOMING } from './folder-staging.ts';
import { FolderWriter } from './folder-write.ts';
import { codeOf, type NodeFiles, type NodePaths, nodeFiles } from './node-files.ts';
import type { GrowingFiles, Vault, VaultFile, VaultLock } from './vault.ts';

const PIECE_BYTES = 256 * 1024;
const LOCKS = { run: '.lock', append: '.lock-append' } as const;
/** The vault's internal files in the folder. SQLite may make the last three. */
const OWN = [INCOMING, ...Object.values(LOCKS).flatMap(withSuffixes)];

function withSuffixes(name: string): string[] {
  return ['', '-journal', '-wal', '-shm'].map((suffix) => `${name}${suffix}`);
}

/** Who cannot write here appends nothing, and needs no turn to read. */
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];

/** A vault in a folder of this machine. */
export interface FolderVault extends Vault {
  /** The open segment of the manifest is one file that grows. */
  readonly growing: GrowingFiles;
  /** Locks the folder until release or the end of the process; `undefined` if another process has it. */
  lock(what: 'run' | 'append'): Promise<VaultLock | undefined>;
  /** Removes a file. */
  remove(path: string): Promise<void>;
  /** Beside the folder: `evidence.index` for `evidence`. */
  readonly indexFile: string;
}

async function* piecesOf(
  paths: FolderPaths,
  path: string,
  from = 0,
  length = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<Uint8Array> {
  const file = await paths.open(path, 'read');
  try {
    const { size } = await file.stat();
    const end = from + length;
    for (let at = from; at < end; ) {
      const piece = new Uint8Array(Math.min(PIECE_BYTES, Math.max(size - at, 1), end - at));
      const { bytesRead } = await file.read(piece, 0, piece.byteLength, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

class Folder implements FolderVault {
  readonly #fs: NodeFiles;
  readonly #disk: NodePaths;
  readonly #paths: FolderPaths;
  readonly #writer: FolderWriter;
  readonly growing: GrowingFiles;
  readonly indexFile: string;

  constructor(fs: NodeFiles, paths: NodePaths, root: string) {
    this.#fs = fs;
    this.#disk = paths;
    this.#paths = new FolderPaths(fs, paths, root);
    const writer = new FolderWriter(fs, paths, this.#paths);
    this.#writer = writer;
    this.indexFile = `${root}.index`;
    bindMethods(this);
    this.growing = {
      append: (path, bytes, at) => writer.append(path, bytes, at),
      replace: (path, bytes) => writer.replace(path, bytes),
      read: (path, at, length) => this.#read(path, at, length),
    };
  }

  async has(path: string): Promise<boolean> {
    return this.#paths.isFile(path);
  }

  async put(path: string, bytes: Uint8Array): Promise<'kept' | 'exists'> {
    return this.#writer.create(path, bytes);
  }

  async get(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    return (await this.#paths.isFile(path)) ? piecesOf(this.#paths, path) : undefined;
  }

  async *list(prefix: string): AsyncGenerator<VaultFile> {
    yield* this.#listIn(this.#paths.root, '', prefix);
  }

  async remove(path: string): Promise<void> {
    await this.#writer.remove(path);
  }

  async lock(what: 'run' | 'append'): Promise<VaultLock | undefined> {
    if (what === 'append') return this.#lockToAppend();
    this.#writer.forgetFolders();
    const lock = await this.#lock(LOCKS.run);
    try {
      if (lock === undefined) return undefined;
      const end = await this.#writer.begin();
      return { release: () => end().finally(() => lock.release()) };
    } catch (error) {
      await lock?.release(); // or later runs of this process would find the folder busy
      throw error;
    }
  }

  async #lockToAppend(): Promise<VaultLock | undefined> {
    try {
      return await this.#lock(LOCKS.append);
    } catch (error) {
      const { root } = this.#paths;
      const code = await this.#fs.access(root, this.#fs.constants['W_OK']).then(() => '', codeOf);
      if (!READ_ONLY.includes(code as string)) throw error;
      return { release: async () => undefined };
    }
  }

  async #lock(name: string): Promise<VaultLock | undefined> {
    await this.#writer.makeRoot();
    for (const own of OWN) await this.#paths.facts(own); // SQLite would follow a link
    return lockFile(await this.#paths.at(name));
  }

  async *#read(path: string, at: number, length?: number): AsyncGenerator<Uint8Array> {
    if (await this.#paths.isFile(path)) yield* piecesOf(this.#paths, path, at, length);
  }

  async *#listIn(folder: string, above: string, prefix: string): AsyncGenerator<VaultFile> {
    const entries = await this.#fs
      .readdir(folder, { withFileTypes: true })
      .catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT' && above === '') return [];
        throw error;
      });
    for (const entry of entries) {
      if (above === '' && OWN.includes(entry.name)) continue;
      const path = `${above}${entry.name}`;
      const at = this.#disk.join(folder, entry.name);
      // A name that is not UTF-8 does not lead to what it names. It is listed, as far as it can be read.
      const found = await this.#paths.lstat(at);
      if (found === undefined && !entry.name.includes('\uFFFD')) continue; // removed meanwhile
      if (found && entry.isDirectory()) yield* this.#listIn(at, `${path}/`, prefix);
      else if (path.startsWith(prefix)) yield { path, bytes: found?.size ?? 0 };
    }
  }
}

/**
 * Creates a vault in a folder on this machine (Node, Deno). Only the owner can read its files, and each
 * file is written completely and durably, or not at all. The first run creates the folder. Locks keep
 * processes on one folder apart, even across containers; the operating system releases them when a
 * process ends, in whatever way. Only `manifest.ndjson`, once it is kept under a number, and
 * `manifest.head` are ever replaced. Below the folder no link is followed: one
 * of the vault's own paths that is a link is an error, and nothing is written.
 *
 * @throws `InvalidInputError` if it is not a folder path, or the runtime has no file system.
 * @example
 * ```ts
 * const vault = folderVault('evidence');
 * const { archived } = (await archiveEvidence(client, { vault })).counts;
 * ```
 */
export function folderVault(folder: string): FolderVault {
  if (typeof folder !== 'string' || folder.trim() === '' || folder.includes('\0')) {
    throw invalidInput('folder', 'expected the path of a folder');
  }
  const { fs, paths } = nodeFiles();
  return new Folder(fs, paths, paths.resolve(folder));
}

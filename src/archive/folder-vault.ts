import { invalidInput } from '../errors/invalid-input-error.ts';
import { bindMethods } from '../platform/bind-methods.ts';
import { lockFile } from './folder-lock.ts';
import { FolderPaths } from './folder-paths.ts';
import { FolderWriter, INCOMING } from './folder-write.ts';
import { codeOf, type NodeFiles, type NodePaths, nodeFiles } from './node-files.ts';
import type { GrowingFiles, Vault, VaultFile, VaultLock } from './vault.ts';

const PIECE_BYTES = 256 * 1024;
const LOCK = '.lock';
/** The vault's internal files in the folder. */
const OWN = [INCOMING, LOCK, `${LOCK}-journal`, `${LOCK}-wal`, `${LOCK}-shm`];

/** A vault in a folder of this machine. */
export interface FolderVault extends Vault {
  /** The manifest is one file that grows. */
  readonly growing: GrowingFiles;
  /** Locks the folder until release or the end of the process; `undefined` if another run has it. */
  lock(): Promise<VaultLock | undefined>;
}

async function* piecesOf(paths: FolderPaths, path: string): AsyncGenerator<Uint8Array> {
  const file = await paths.open(path, 'read');
  try {
    const { size } = await file.stat();
    for (;;) {
      const piece = new Uint8Array(Math.min(PIECE_BYTES, Math.max(size, 1)));
      const { bytesRead } = await file.read(piece, 0, piece.byteLength, null);
      if (bytesRead === 0) return;
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

  constructor(fs: NodeFiles, paths: NodePaths, root: string) {
    this.#fs = fs;
    this.#disk = paths;
    this.#paths = new FolderPaths(fs, paths, root);
    const writer = new FolderWriter(fs, paths, this.#paths);
    this.#writer = writer;
    bindMethods(this);
    this.growing = {
      append: (path, bytes, at) => writer.append(path, bytes, at),
      replace: (path, bytes) => writer.replace(path, bytes),
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

  async lock(): Promise<VaultLock | undefined> {
    this.#writer.forgetFolders();
    await this.#writer.makeRoot();
    for (const name of OWN) await this.#paths.facts(name); // SQLite would follow a link
    const lock = lockFile(await this.#paths.at(LOCK));
    try {
      if (lock !== undefined) await this.#writer.sweep();
      return lock;
    } catch (error) {
      await lock?.release(); // or later runs of this process would find the folder busy
      throw error;
    }
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
 * file is written completely and durably, or not at all. The first run creates the folder. A lock keeps
 * runs on one folder apart, even across containers; the operating system releases it when the process
 * ends, in whatever way. Only `manifest.head` is ever replaced. Below the folder no link is followed: one
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

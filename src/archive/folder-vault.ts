import { invalidInput } from '../errors/invalid-input-error.ts';
import { lockFile } from './folder-lock.ts';
import { FolderWriter, INCOMING } from './folder-write.ts';
import { codeOf, type NodeFiles, type NodePaths, nodeFiles } from './node-files.ts';
import type { GrowingFiles, Vault, VaultFile, VaultLock } from './vault.ts';

const PIECE_BYTES = 256 * 1024;
const LOCK = '.lock';
/** The vault's internal files in the folder. */
const OWN = [INCOMING, LOCK, `${LOCK}-journal`];

/** A vault in a folder of this machine. */
export interface FolderVault extends Vault {
  /** The manifest is one file that grows. */
  readonly growing: GrowingFiles;
  /** Locks the folder until release or the end of the process; `undefined` if another run has it. */
  lock(): Promise<VaultLock | undefined>;
}

/** Rejects unsafe paths: they also come from manifests, which are not trusted. */
function segmentsOf(path: string): string[] {
  const segments = path.split('/');
  const isOdd = (segment: string) =>
    segment === '' || segment === '.' || segment === '..' || /[\\\u0000]/.test(segment);
  if (!segments.some(isOdd)) return segments;
  throw invalidInput('path', 'expected names separated by "/", none of them empty, "." or ".."');
}

async function* piecesOf(fs: NodeFiles, path: string): AsyncGenerator<Uint8Array> {
  const file = await fs.open(path, 'r');
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
  readonly #paths: NodePaths;
  readonly #root: string;
  readonly #writer: FolderWriter;
  readonly growing: GrowingFiles;

  constructor(fs: NodeFiles, paths: NodePaths, root: string) {
    this.#fs = fs;
    this.#paths = paths;
    this.#root = root;
    const writer = new FolderWriter(fs, paths, root);
    this.#writer = writer;
    this.growing = {
      append: async (path, bytes, at) => writer.append(this.#at(path), bytes, at),
      replace: async (path, bytes) => writer.replace(this.#at(path), bytes),
    };
  }

  async has(path: string): Promise<boolean> {
    return (await this.#stat(this.#at(path))) !== undefined;
  }

  async put(path: string, bytes: Uint8Array): Promise<'kept' | 'exists'> {
    return this.#writer.create(this.#at(path), bytes);
  }

  async get(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const at = this.#at(path);
    const found = await this.#stat(at);
    return found?.isFile() === true ? piecesOf(this.#fs, at) : undefined;
  }

  async *list(prefix: string): AsyncGenerator<VaultFile> {
    yield* this.#listIn(this.#root, '', prefix);
  }

  async lock(): Promise<VaultLock | undefined> {
    this.#writer.forgetFolders();
    await this.#writer.makeFolder(this.#root);
    const lock = lockFile(this.#paths.join(this.#root, LOCK));
    try {
      if (lock !== undefined) await this.#writer.sweep();
      return lock;
    } catch (error) {
      await lock?.release(); // or later runs of this process would find the folder busy
      throw error;
    }
  }

  #at(path: string): string {
    return this.#paths.join(this.#root, ...segmentsOf(path));
  }

  async #stat(at: string) {
    try {
      return await this.#fs.lstat(at);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) as string)) return undefined;
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
      const at = this.#paths.join(folder, entry.name);
      // A name that is not UTF-8 does not lead to what it names. It is listed, as far as it can be read.
      const found = await this.#stat(at);
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
 * ends, in whatever way. Only `manifest.head` is ever replaced.
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

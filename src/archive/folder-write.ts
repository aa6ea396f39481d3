import { syncFile } from '../platform/sync-file.ts';
import type { FolderPaths } from './folder-paths.ts';
import { FOLDER_MODE, FolderStaging, INCOMING } from './folder-staging.ts';
import { codeOf, type NodeFiles, type NodePaths, type OpenFile } from './node-files.ts';

const LINE_FEED = 0x0a;
const PIECE_BYTES = 64 * 1024;

/**
 * The error codes of file systems that have no hard links, or that cannot sync a folder, such as those of
 * Windows. Any other, such as of a full disk, is a failure.
 */
const UNSUPPORTED =
  'EPERM ENOTSUP EOPNOTSUPP ENOSYS EMLINK UNKNOWN EACCES EINVAL EISDIR EBADF'.split(' ');

async function writeAll(file: OpenFile, bytes: Uint8Array, begin: number): Promise<void> {
  let done = 0;
  while (done < bytes.byteLength) {
    const left = bytes.byteLength - done;
    const { bytesWritten } = await file.write(bytes, done, left, begin + done);
    done += bytesWritten;
  }
}

/**
 * Refuses to cut off complete lines: only the half line of a killed run may stand behind what was read.
 */
async function refuseLines(file: OpenFile, begin: number, end: number): Promise<void> {
  const piece = new Uint8Array(PIECE_BYTES);
  for (let at = begin; at < end; ) {
    const { bytesRead } = await file.read(piece, 0, Math.min(PIECE_BYTES, end - at), at);
    if (bytesRead === 0) return;
    if (piece.subarray(0, bytesRead).includes(LINE_FEED)) {
      throw new Error('the file has lines that this run has not read; nothing was cut off');
    }
    at += bytesRead;
  }
}

/** Writes new files of one folder completely and durably, or not at all. */
export class FolderWriter {
  readonly #fs: NodeFiles;
  readonly #paths: NodePaths;
  readonly #own: FolderPaths;
  /** Folders that are known to exist, and to be durable. */
  readonly #made = new Set<string>();
  readonly #staging: FolderStaging;

  constructor(fs: NodeFiles, paths: NodePaths, own: FolderPaths) {
    this.#fs = fs;
    this.#paths = paths;
    this.#own = own;
    this.#staging = new FolderStaging(fs, paths, own);
  }

  /** For a new run: since the last one, folders may have been removed, or an older copy put back. */
  forgetFolders(): void {
    this.#made.clear();
  }

  /** Creates the vault's own folder. */
  async makeRoot(): Promise<void> {
    await this.#makeFolder(this.#own.root);
  }

  /** Creates the folder and its parents. */
  async #makeFolder(folder: string): Promise<void> {
    if (this.#made.has(folder)) return;
    const first = await this.#fs.mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    const top = Math.min((first ?? folder).length, this.#own.root.length);
    // A folder's name is stored in its parent. A folder that existed may be of a run that died, or whose
    // sync failed, so everything up to the root's own name is synced.
    for (let at = folder, below = ''; at.length >= top && at !== below; ) {
      below = at;
      at = this.#paths.dirname(at);
      await this.#syncFolder(at);
    }
    this.#made.add(folder);
  }

  /** Creates a file of the vault. `exists`: there is one already, and it was left alone. */
  async create(path: string, bytes: Uint8Array): Promise<'kept' | 'exists'> {
    const target = await this.#own.at(path);
    const folder = this.#paths.dirname(target);
    await this.#makeFolder(folder);
    return this.#staged(bytes, async (staged) => {
      if (!(await this.#nameNew(staged, path))) return 'exists';
      await this.#syncFolder(folder);
      return 'kept';
    });
  }

  /** Replaces a file of the vault, or creates it. */
  async replace(path: string, bytes: Uint8Array): Promise<void> {
    const target = await this.#own.at(path);
    await this.#makeFolder(this.#paths.dirname(target));
    await this.#staged(bytes, async (staged) => {
      await this.#fs.rename(staged, target);
      await this.#syncFolder(this.#paths.dirname(target));
    });
  }

  /** Appends to a file; see `GrowingFiles.append`. */
  async append(path: string, bytes: Uint8Array, at: number): Promise<void> {
    const folder = this.#paths.dirname(await this.#own.at(path));
    const file = await this.#own.open(path, 'grow');
    try {
      const { size } = await file.stat();
      if (size < at) throw new Error(`the file has ${size} bytes, not at least ${at}`);
      await refuseLines(file, at, size);
      await file.truncate(at);
      try {
        await writeAll(file, bytes, at);
        await syncFile(file);
      } catch (error) {
        await file.truncate(at).catch(() => undefined);
        throw error;
      }
    } finally {
      await file.close();
    }
    if (at === 0) await this.#syncFolder(folder);
  }

  /** Removes a file of the vault; one that does not exist is no error. */
  async remove(path: string): Promise<void> {
    const target = await this.#own.at(path);
    try {
      await this.#fs.unlink(target);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    await this.#syncFolder(this.#paths.dirname(target)).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error; // there never was such a folder
    });
  }

  /**
   * Begins a run: removes the unfinished files of processes that have ended. Returns a function that
   * ends it.
   */
  async begin(): Promise<() => Promise<void>> {
    await this.#makeFolder(await this.#own.at(INCOMING));
    await this.#staging.sweep();
    return this.#staging.hold();
  }

  async #staged<T>(bytes: Uint8Array, use: (staged: string) => Promise<T>): Promise<T> {
    await this.#makeFolder(await this.#own.at(INCOMING));
    return this.#staging.use(async (name) => {
      const staged = await this.#own.at(name);
      try {
        const file = await this.#own.open(name, 'create');
        try {
          await writeAll(file, bytes, 0);
          await syncFile(file);
        } finally {
          await file.close();
        }
        return await use(staged);
      } finally {
        await this.#fs.unlink(staged).catch(() => undefined); // already gone if it was renamed
      }
    });
  }

  /**
   * Names a staged file, unless there is one of this name. Links, because that fails if there is; a rename
   * would replace it. Without links it takes the name with an empty file first.
   */
  async #nameNew(staged: string, path: string): Promise<boolean> {
    const target = await this.#own.at(path);
    try {
      await this.#fs.link(staged, target);
      return true;
    } catch (error) {
      const code = codeOf(error) as string;
      if (code === 'EEXIST') return false;
      if (!UNSUPPORTED.includes(code)) throw error;
    }
    try {
      await (await this.#own.open(path, 'create')).close();
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
    await this.#fs.rename(staged, target);
    return true;
  }

  /** Makes a new name durable, where the system can. */
  async #syncFolder(folder: string): Promise<void> {
    try {
      const handle = await this.#fs.open(folder, 'r');
      try {
        await syncFile(handle);
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (!UNSUPPORTED.includes(codeOf(error) as string)) throw error;
    }
  }
}

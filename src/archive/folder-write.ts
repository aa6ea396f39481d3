import { syncFile } from '../sync-file.ts';
import { codeOf, type NodeFiles, type NodePaths, type OpenFile } from './node-files.ts';

/** Evidence names people, so only the owner may read it. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Where files are written until they are complete. Leftovers there are from interrupted runs. */
export const INCOMING = '.incoming';

/** The error codes of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'UNKNOWN'];

async function writeAll(file: OpenFile, bytes: Uint8Array, begin: number): Promise<void> {
  let done = 0;
  while (done < bytes.byteLength) {
    const left = bytes.byteLength - done;
    const { bytesWritten } = await file.write(bytes, done, left, begin + done);
    done += bytesWritten;
  }
}

/** Writes new files of one folder completely and durably, or not at all. */
export class FolderWriter {
  readonly #fs: NodeFiles;
  readonly #paths: NodePaths;
  readonly #root: string;
  /** Folders that are known to exist. */
  readonly #made = new Set<string>();
  #count = 0;

  constructor(fs: NodeFiles, paths: NodePaths, root: string) {
    this.#fs = fs;
    this.#paths = paths;
    this.#root = root;
  }

  /** Creates the folder and its parents. */
  async makeFolder(folder: string): Promise<void> {
    if (this.#made.has(folder)) return;
    const first = await this.#fs.mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    // A folder's name is stored in its parent: sync up to the folder that already existed.
    for (let at = folder; first !== undefined && at.length >= first.length; ) {
      at = this.#paths.dirname(at);
      await this.#syncFolder(at);
    }
    this.#made.add(folder);
  }

  /** Creates a file at `target`. `exists`: there is one already, and it was left alone. */
  async create(target: string, bytes: Uint8Array): Promise<'kept' | 'exists'> {
    const folder = this.#paths.dirname(target);
    await this.makeFolder(folder);
    return this.#staged(bytes, async (staged) => {
      try {
        await this.#linkNew(staged, target);
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return 'exists';
        throw error;
      }
      await this.#syncFolder(folder);
      return 'kept';
    });
  }

  /** Replaces the file at `target`. */
  async replace(target: string, bytes: Uint8Array): Promise<void> {
    await this.#staged(bytes, async (staged) => {
      await this.#fs.rename(staged, target);
      await this.#syncFolder(this.#paths.dirname(target));
    });
  }

  /** Appends to a file; see `GrowingFiles.append`. */
  async append(target: string, bytes: Uint8Array, at: number): Promise<void> {
    const file = await this.#fs.open(target, 'a', FILE_MODE);
    try {
      const { size } = await file.stat();
      if (size < at) throw new Error(`the file has ${size} bytes, not at least ${at}`);
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
    if (at === 0) await this.#syncFolder(this.#paths.dirname(target));
  }

  /** Removes the unfinished files of interrupted runs. */
  async sweep(): Promise<void> {
    const folder = this.#paths.join(this.#root, INCOMING);
    await this.makeFolder(folder);
    for (const { name } of await this.#fs.readdir(folder, { withFileTypes: true })) {
      await this.#fs.unlink(this.#paths.join(folder, name)).catch(() => undefined);
    }
  }

  async #staged<T>(bytes: Uint8Array, use: (staged: string) => Promise<T>): Promise<T> {
    const folder = this.#paths.join(this.#root, INCOMING);
    await this.makeFolder(folder);
    this.#count += 1;
    const staged = this.#paths.join(folder, `${crypto.randomUUID()}-${this.#count}`);
    try {
      const file = await this.#fs.open(staged, 'wx', FILE_MODE);
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
  }

  /** Links, because that fails if the target exists; a rename would replace it. */
  async #linkNew(staged: string, target: string): Promise<void> {
    try {
      await this.#fs.link(staged, target);
    } catch (error) {
      if (!NO_LINKS.includes(codeOf(error) as string)) throw error;
      await this.#renameNew(staged, target);
    }
  }

  /** The folder is locked, so no other run creates the target between the check and the rename. */
  async #renameNew(staged: string, target: string): Promise<void> {
    const found = await this.#fs.lstat(target).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (found !== undefined)
      throw Object.assign(new Error('the file already exists'), { code: 'EEXIST' });
    await this.#fs.rename(staged, target);
  }

  /** Makes a new name durable. Windows cannot open folders, and does not need this. */
  async #syncFolder(folder: string): Promise<void> {
    const handle = await this.#fs.open(folder, 'r').catch(() => undefined);
    if (handle === undefined) return;
    await syncFile(handle).catch(() => undefined);
    await handle.close();
  }
}

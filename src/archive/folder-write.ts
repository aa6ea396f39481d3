import { codeOf, type NodeFiles, type NodePaths, type OpenFile } from './node-files.ts';

/** Evidence names people: its owner alone may read it. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Where files lie until they are whole. What is left there is a dead run's. */
export const INCOMING = '.incoming';

/** File systems without hard links say one of these. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'UNKNOWN'];

async function writeAll(file: OpenFile, bytes: Uint8Array, begin: number): Promise<void> {
  let done = 0;
  while (done < bytes.byteLength) {
    const left = bytes.byteLength - done;
    const { bytesWritten } = await file.write(bytes, done, left, begin + done);
    done += bytesWritten;
  }
}

/** Writes files of one folder so that each is there whole, and durably, or not at all. */
export class FolderWriter {
  readonly #fs: NodeFiles;
  readonly #paths: NodePaths;
  readonly #root: string;
  /** Folders that are known to be there. */
  readonly #made = new Set<string>();
  #count = 0;

  constructor(fs: NodeFiles, paths: NodePaths, root: string) {
    this.#fs = fs;
    this.#paths = paths;
    this.#root = root;
  }

  /** Makes the folder and those above it. */
  async makeFolder(folder: string): Promise<void> {
    if (this.#made.has(folder)) return;
    const first = await this.#fs.mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    // The name of a folder is in the one above: up to the one that was there before.
    for (let at = folder; first !== undefined && at.length >= first.length; ) {
      at = this.#paths.dirname(at);
      await this.#syncFolder(at);
    }
    this.#made.add(folder);
  }

  /** Puts a new file at `target`; `exists` where there is one, which is left alone. */
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

  /** Puts a file in the place of the one at `target`. */
  async replace(target: string, bytes: Uint8Array): Promise<void> {
    await this.#staged(bytes, async (staged) => {
      await this.#fs.rename(staged, target);
      await this.#syncFolder(this.#paths.dirname(target));
    });
  }

  /** Adds to the end of a file; see `GrowingFiles.append`. */
  async append(target: string, bytes: Uint8Array, at: number): Promise<void> {
    const file = await this.#fs.open(target, 'a', FILE_MODE);
    try {
      const { size } = await file.stat();
      if (size < at) throw new Error(`the file has ${size} bytes, but had ${at}`);
      await file.truncate(at);
      try {
        await writeAll(file, bytes, at);
        await file.sync();
      } catch (error) {
        await file.truncate(at).catch(() => undefined);
        throw error;
      }
    } finally {
      await file.close();
    }
    if (at === 0) await this.#syncFolder(this.#paths.dirname(target));
  }

  /** Removes what dead runs have left on its way. */
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
        await file.sync();
      } finally {
        await file.close();
      }
      return await use(staged);
    } finally {
      await this.#fs.unlink(staged).catch(() => undefined); // gone where it was renamed
    }
  }

  /** A link fails where there is a file; a renaming would replace it. */
  async #linkNew(staged: string, target: string): Promise<void> {
    try {
      await this.#fs.link(staged, target);
    } catch (error) {
      if (!NO_LINKS.includes(codeOf(error) as string)) throw error;
      await this.#renameNew(staged, target);
    }
  }

  /** The folder is locked: no one else puts a file there between the look and the renaming. */
  async #renameNew(staged: string, target: string): Promise<void> {
    const found = await this.#fs.lstat(target).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (found !== undefined) throw Object.assign(new Error('it exists'), { code: 'EEXIST' });
    await this.#fs.rename(staged, target);
  }

  /** A name is durable with its folder; where a folder cannot be opened (Windows) it needs no help. */
  async #syncFolder(folder: string): Promise<void> {
    const handle = await this.#fs.open(folder, 'r').catch(() => undefined);
    try {
      await handle?.sync().catch(() => undefined);
    } finally {
      await handle?.close();
    }
  }
}

import { lockFile } from './folder-lock.ts';
import type { FolderPaths } from './folder-paths.ts';
import type { NodeFiles, NodePaths } from './node-files.ts';
import type { VaultLock } from './vault.ts';

/** As of the files: evidence names people. */
export const FOLDER_MODE = 0o700;

/** Where files are written until they are complete, in a folder for each process that writes. */
export const INCOMING = '.incoming';

/** The form of our own names there. Nothing else is ever removed. */
const PROCESS = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STAGED = /^\d+$/;
/** Locked for as long as the process writes: a folder without that lock is a leftover. */
const ALIVE = 'lock';
/** With what SQLite keeps beside it. */
const LOCKS = /^lock(?:-journal|-wal|-shm)?$/;

const TRIES_MAX = 5;

interface Place {
  readonly path: string;
  readonly lock: VaultLock;
}

/** Names for unfinished files, apart from those of other processes on the same vault. */
export class FolderStaging {
  readonly #fs: NodeFiles;
  readonly #paths: NodePaths;
  readonly #own: FolderPaths;
  #place: Promise<Place> | undefined;
  #users = 0;
  #count = 0;

  constructor(fs: NodeFiles, paths: NodePaths, own: FolderPaths) {
    this.#fs = fs;
    this.#paths = paths;
    this.#own = own;
  }

  /** Calls `work` with a name in the vault that no one else uses. */
  async use<T>(work: (name: string) => Promise<T>): Promise<T> {
    const release = this.hold();
    this.#place ??= this.#make().catch((error: unknown) => {
      this.#place = undefined; // the next file tries again
      throw error;
    });
    this.#count += 1;
    const name = String(this.#count);
    try {
      return await work(`${(await this.#place).path}/${name}`);
    } finally {
      await release();
    }
  }

  /** Keeps the folder, once it is made, until the returned function is called. */
  hold(): () => Promise<void> {
    this.#users += 1;
    return async () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      const place = this.#place;
      this.#place = undefined;
      await place?.then((made) => this.#end(made)).catch(() => undefined); // the next run's to remove
    };
  }

  /** Removes the folders of processes that have ended. */
  async sweep(): Promise<void> {
    const entries = await this.#fs.readdir(await this.#own.at(INCOMING), { withFileTypes: true });
    for (const entry of entries) {
      if (!PROCESS.test(entry.name) || !entry.isDirectory()) continue;
      const path = `${INCOMING}/${entry.name}`;
      const lock = await this.#lockOf(path);
      if (lock !== undefined) await this.#end({ path, lock });
    }
  }

  /** Locks the folder of a process; `undefined` if it is alive, or has removed the folder meanwhile. */
  async #lockOf(path: string): Promise<VaultLock | undefined> {
    try {
      return lockFile(await this.#own.at(`${path}/${ALIVE}`));
    } catch (error) {
      if ((await this.#own.facts(path)) === undefined) return undefined;
      throw error;
    }
  }

  /** Makes a folder. A sweep that came in between has locked it, or removed it. */
  async #make(): Promise<Place> {
    for (let tries = 1; ; tries += 1) {
      const path = `${INCOMING}/${crypto.randomUUID()}`;
      const folder = await this.#own.at(path);
      await this.#fs.mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      try {
        const lock = lockFile(this.#paths.join(folder, ALIVE));
        if (lock !== undefined) return { path, lock };
      } catch (error) {
        if (tries === TRIES_MAX) throw error;
      }
      if (tries === TRIES_MAX) throw new Error(`${INCOMING} cannot be used: its locks are held`);
    }
  }

  async #end({ path, lock }: Place): Promise<void> {
    const folder = await this.#own.at(path);
    const remove = async (isOurs: RegExp): Promise<void> => {
      for (const { name } of await this.#fs.readdir(folder, { withFileTypes: true })) {
        if (!isOurs.test(name)) continue;
        await this.#fs.unlink(this.#paths.join(folder, name)).catch(() => undefined);
      }
    };
    try {
      await remove(STAGED);
    } finally {
      await lock.release(); // Windows removes no file that is open
    }
    await remove(LOCKS);
    await this.#fs.rmdir(folder).catch(() => undefined);
  }
}

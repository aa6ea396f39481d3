import { invalidInput } from '../../errors/invalid-input-error.ts';
import { codeOf, nodeFiles } from '../node-files.ts';

/** Further names than a run would ever find taken. */
const NAMES_MAX = 1_000;

/**
 * A folder that appears with all its files, or not at all: they are written to a folder beside it,
 * which is then renamed. Half a table would look like a whole one.
 */
export class TableFolder {
  readonly #disk = nodeFiles();
  readonly #folder: string;
  readonly #made = new Set<string>();
  #beside = '';
  #isThere = false;

  constructor(folder: string) {
    this.#folder = this.#disk.paths.resolve(folder);
  }

  /** @throws `InvalidInputError` if the folder has files, or is a file. */
  async open(): Promise<void> {
    const { fs, paths } = this.#disk;
    try {
      const entries = await fs.readdir(this.#folder, { withFileTypes: true });
      if (entries.length > 0) throw invalidInput('folder', 'is not empty; choose a new folder');
      this.#isThere = true;
    } catch (error) {
      if (codeOf(error) === 'ENOTDIR') throw invalidInput('folder', 'is a file; expected a folder');
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    await fs.mkdir(paths.dirname(this.#folder), { recursive: true, mode: 0o700 });
    for (let at = 1; this.#beside === ''; at += 1) {
      const beside = `${this.#folder}.incoming-${at}`;
      // `undefined`: another run has made it, or left it behind.
      const made = await fs.mkdir(beside, { recursive: true, mode: 0o700 });
      if (made !== undefined) this.#beside = beside;
      else if (at === NAMES_MAX)
        throw invalidInput('folder', `remove ${beside} and those before it`);
    }
  }

  /** Writes a file below the folder. */
  async write(below: string, name: string, bytes: Uint8Array): Promise<void> {
    const { fs, paths } = this.#disk;
    const parent = paths.join(this.#beside, below);
    if (!this.#made.has(below)) await fs.mkdir(parent, { recursive: true, mode: 0o700 });
    this.#made.add(below);
    const file = await fs.open(paths.join(parent, name), 'wx', 0o600);
    try {
      for (let at = 0; at < bytes.byteLength; ) {
        at += (await file.write(bytes, at, bytes.byteLength - at, at)).bytesWritten;
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Makes the folder appear. */
  async keep(): Promise<void> {
    const { fs } = this.#disk;
    if (this.#isThere) await fs.rmdir(this.#folder);
    await fs.rename(this.#beside, this.#folder);
  }

  /** Removes what was written. */
  async drop(): Promise<void> {
    if (this.#beside !== '') await this.#disk.fs.rm(this.#beside, { recursive: true, force: true });
  }
}

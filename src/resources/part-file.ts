import { invalidInput } from '../errors/invalid-input-error.ts';
import type { FileFacts, FileHandle, FilePaths, FileSystem } from './file-system.ts';
import { incrementalSha256 } from './sha256.ts';

interface ProcessLike {
  readonly pid: number;
  kill(pid: number, signal: 0): unknown;
}

/** A name of this many bytes still fits with what is added to it, on file systems that take 143. */
const NAME_MAX_BYTES = 128;

/** Where the state of another process cannot be read, a file not written to for this long is abandoned. */
const SILENT_MS = 60 * 60 * 1000;

/** How often a folder is made again that another download of the same target has just removed. */
const TRIES = 10;

/** What this process is writing: another file under its number is of a dead one that had it before. */
const writing = new Set<string>();

const thisProcess = (): ProcessLike => (globalThis as unknown as { process: ProcessLike }).process;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code;

/** The one name that stands beside `target` while it is downloaded. */
function folderName(target: string): string {
  const bytes = new TextEncoder().encode(target);
  if (bytes.byteLength <= NAME_MAX_BYTES) return `.${target}.part`;
  const hash = incrementalSha256();
  hash?.update(bytes);
  return `.${hash?.hex() ?? ''}.part`;
}

/** Whether the process that made this file is at work; `undefined` where that cannot be told. */
function isWriting(name: string): boolean | undefined {
  const self = thisProcess();
  const pid = Number(name.split('-', 1)[0]);
  if (pid === self.pid) return writing.has(name);
  try {
    self.kill(pid, 0);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EPERM') return true; // another user's process
    return code === 'ESRCH' ? false : undefined; // Deno asks for --allow-run
  }
}

/**
 * A file for what is on its way to a target. It lies under a name of its own in one folder beside the
 * target, so that no other download can touch what this one renames; the folder's name is always
 * the same, so that a process that is killed leaves nothing that grows.
 */
export class PartFile {
  readonly #fs: FileSystem;
  readonly #folder: string;
  readonly #name: string;
  /** Where it lies. */
  readonly path: string;

  private constructor(fs: FileSystem, paths: FilePaths, folder: string) {
    this.#fs = fs;
    this.#folder = folder;
    this.#name = `${thisProcess().pid}-${crypto.randomUUID()}`;
    this.path = paths.join(folder, this.#name);
  }

  /** Creates the file for `target`, an absolute path, and removes what killed processes have left. */
  static async create(
    fs: FileSystem,
    paths: FilePaths,
    target: string,
  ): Promise<{ part: PartFile; handle: FileHandle }> {
    const folder = paths.join(paths.dirname(target), folderName(paths.basename(target)));
    const part = new PartFile(fs, paths, folder);
    writing.add(part.#name);
    try {
      for (let tries = 1; ; tries += 1) {
        const handle = await part.#open(paths, tries);
        if (handle !== undefined) return { part, handle };
      }
    } catch (error) {
      await part.remove();
      throw error;
    }
  }

  /** Puts the file, closed and whole, in the place of `target`. */
  async moveTo(target: string): Promise<void> {
    await this.#fs.rename(this.path, target);
    await this.#leave();
  }

  /** Removes the file. Never fails: it runs while another error is on its way. */
  async remove(): Promise<void> {
    await this.#fs.unlink(this.path).catch(() => undefined);
    await this.#leave();
  }

  async #leave(): Promise<void> {
    writing.delete(this.#name);
    // Not empty where another download of this target is at work; then that one removes it.
    await this.#fs.rmdir(this.#folder).catch(() => undefined);
  }

  async #open(paths: FilePaths, tries: number): Promise<FileHandle | undefined> {
    await this.#fs.mkdir(this.#folder, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    try {
      await this.#checkFolder();
      const handle = await this.#fs.open(this.path, 'wx', 0o600);
      try {
        const own = await handle.stat();
        await this.#checkFolder(own);
        await this.#sweep(paths, own.mtimeMs);
        return handle;
      } catch (error) {
        await handle.close();
        throw error;
      }
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || tries >= TRIES) throw error;
      return undefined;
    }
  }

  /**
   * In a folder that others may write to, someone may have put something of theirs there. Who we are
   * is shown by the file that was just made, `own`: a runtime may want a permission before it says
   * so, and on some file systems everyone is someone else.
   */
  async #checkFolder(own?: FileFacts): Promise<void> {
    const found = await this.#fs.lstat(this.#folder);
    if (found.isDirectory() && (own === undefined || found.uid === own.uid)) return;
    const message = `expected ".<name>.part" in the same folder to be a folder of this user, or absent`;
    throw invalidInput('path', message, 'cdrs.download');
  }

  async #sweep(paths: FilePaths, nowMs: number): Promise<void> {
    for (const name of await this.#fs.readdir(this.#folder)) {
      if (!/^[1-9]\d{0,9}-[0-9a-f-]{36}$/.test(name)) continue;
      const path = paths.join(this.#folder, name);
      if (isWriting(name) ?? (await this.#isFresh(path, nowMs))) continue;
      await this.#fs.unlink(path).catch(() => undefined);
    }
  }

  async #isFresh(path: string, nowMs: number): Promise<boolean> {
    const found = await this.#fs.lstat(path).catch(() => undefined);
    return found !== undefined && nowMs - found.mtimeMs < SILENT_MS;
  }
}

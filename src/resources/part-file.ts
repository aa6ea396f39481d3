import { invalidInput } from '../errors/invalid-input-error.ts';
import { builtinModule } from '../platform/builtin-module.ts';
import type { FileFacts, FileHandle, FilePaths, FileSystem } from './file-system.ts';
import { incrementalSha256 } from './sha256.ts';

interface ProcessLike {
  readonly pid: number;
  kill(pid: number, signal: 0): unknown;
  uptime(): number;
}

/** With what is added, a name of this many bytes fits a file system whose limit is 143 bytes. */
const NAME_MAX_BYTES = 128;

/** If no one can tell whether a file's process is alive, it is abandoned when not written for this long. */
const SILENT_MS = 60 * 60 * 1000;

/** How many times to try if another download of the same target keeps removing the folder. */
const TRIES = 10;

/** The process, a random identifier, and the host. */
const NAME = /^([1-9]\d{0,9})-[0-9a-f-]{36}-(.*)$/;

/** The files of this thread, and of this copy of the package. */
const writing = new Set<string>();

const thisProcess = (): ProcessLike => (globalThis as unknown as { process: ProcessLike }).process;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code;

/** Returns the name of the folder that is next to `target` while it is being downloaded. */
function folderName(target: string): string {
  const bytes = new TextEncoder().encode(target);
  if (bytes.byteLength <= NAME_MAX_BYTES) return `.${target}.part`;
  const hash = incrementalSha256();
  hash?.update(bytes);
  return `.${hash?.hex() ?? ''}.part`;
}

/** Names this machine or container. In another one, a process id belongs to another process. */
function hostName(): string {
  try {
    const os = builtinModule('node:os') as { hostname(): string };
    return encodeURIComponent(os.hostname());
  } catch {
    return ''; // Deno asks for --allow-sys
  }
}

/**
 * Tells whether the process that made this file is still running; `undefined` if unknown.
 *
 * @param age how long ago the file was last written to, in milliseconds.
 */
function isWriting(name: string, age: number): boolean | undefined {
  if (writing.has(name)) return true;
  const self = thisProcess();
  const [, pid, host] = NAME.exec(name) ?? [];
  if (host !== hostName()) return undefined;
  // From before this process: of a dead one with the same id. From later: maybe another thread's.
  if (Number(pid) === self.pid) return age > self.uptime() * 1000 ? false : undefined;
  try {
    self.kill(Number(pid), 0);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EPERM') return true; // another user's process
    return code === 'ESRCH' ? false : undefined; // Deno asks for --allow-run
  }
}

/**
 * A file for a download in progress. It has a unique name, so that no other download can touch what
 * this one renames. It is in a folder next to the target. That folder always has the same name, so
 * that files of killed processes are found again and do not pile up.
 */
export class PartFile {
  readonly #fs: FileSystem;
  readonly #folder: string;
  readonly #name: string;
  /** The path of the file. */
  readonly path: string;

  private constructor(fs: FileSystem, paths: FilePaths, folder: string) {
    this.#fs = fs;
    this.#folder = folder;
    this.#name = `${thisProcess().pid}-${crypto.randomUUID()}-${hostName()}`;
    this.path = paths.join(folder, this.#name);
  }

  /** Creates the file for `target`, an absolute path, and removes the files of killed processes. */
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

  /** Renames the file, which must be closed and complete, to `target`. */
  async moveTo(target: string): Promise<void> {
    await this.#fs.rename(this.path, target);
    await this.#leave();
  }

  /** Removes the file. Never fails: it runs while another error is being handled. */
  async remove(): Promise<void> {
    await this.#fs.unlink(this.path).catch(() => undefined);
    await this.#leave();
  }

  async #leave(): Promise<void> {
    writing.delete(this.#name);
    // Fails if another download of this target is using the folder; that one will remove it.
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
   * Refuses a folder that is not ours: another user may have put it there if the parent folder is
   * shared. Our user id is taken from the file that we have just created, `own`. Asking the runtime
   * may require a permission, and on some file systems the owner is not the current user.
   */
  async #checkFolder(own?: FileFacts): Promise<void> {
    const found = await this.#fs.lstat(this.#folder);
    if (found.isDirectory() && (own === undefined || found.uid === own.uid)) return;
    const message = `".<name>.part" in the same folder must be absent or a folder owned by this user`;
    throw invalidInput('path', message, 'cdrs.download');
  }

  async #sweep(paths: FilePaths, nowMs: number): Promise<void> {
    for (const name of await this.#fs.readdir(this.#folder)) {
      if (!NAME.test(name)) continue;
      const path = paths.join(this.#folder, name);
      const found = await this.#fs.lstat(path).catch(() => undefined);
      if (found === undefined) continue;
      const age = nowMs - found.mtimeMs;
      if (isWriting(name, age) ?? age < SILENT_MS) continue;
      await this.#fs.unlink(path).catch(() => undefined);
    }
  }
}

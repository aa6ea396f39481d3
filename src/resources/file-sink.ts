import { invalidInput } from '../errors/invalid-input-error.ts';
import { builtinModule } from '../platform/builtin-module.ts';
import { syncFile } from '../platform/sync-file.ts';
import type { EvidenceSink } from './evidence-sink.ts';
import type { FileHandle, FilePaths, FileSystem } from './file-system.ts';
import { PartFile } from './part-file.ts';
import { incrementalSha256, type Sha256 } from './sha256.ts';

const refuse = (message: string) => invalidInput('path', message, 'cdrs.download');
const NO_FILE = 'expected the path of a file, not of a link, device, pipe or folder';

function newSha256(): Sha256 {
  const hash = incrementalSha256();
  if (hash === undefined) throw refuse('this runtime has no node:crypto');
  return hash;
}

/**
 * Writes to a new file and renames it to `path` if all is well, so `path` never holds an incomplete
 * image.
 */
export class FileSink implements EvidenceSink {
  readonly #handle: FileHandle;
  readonly #part: PartFile;
  readonly #path: string;
  #sha256: Sha256;
  #position = 0;
  #writing: Promise<void> = Promise.resolve();

  private constructor(handle: FileHandle, part: PartFile, path: string, sha256: Sha256) {
    this.#handle = handle;
    this.#part = part;
    this.#path = path;
    this.#sha256 = sha256;
  }

  /** Opens the temporary file. File system errors are thrown unchanged. */
  static async open(path: string): Promise<FileSink> {
    if (typeof path !== 'string' || path === '' || path.includes('\0') || path.endsWith('/')) {
      throw refuse(NO_FILE);
    }
    const fs = builtinModule('node:fs/promises') as FileSystem | undefined;
    const paths = builtinModule('node:path') as FilePaths | undefined;
    if (fs === undefined || paths === undefined) {
      throw refuse('this runtime has no file system; use download()');
    }
    const sha256 = newSha256();
    const target = paths.resolve(path); // the working directory may change meanwhile
    const found = await fs.lstat(target).catch(() => undefined);
    // The rename would replace a link, or a device such as `/dev/null`, for every program.
    if (found?.isFile() === false) throw refuse(NO_FILE);
    const { part, handle } = await PartFile.create(fs, paths, target);
    return new FileSink(handle, part, target, sha256);
  }

  async begin(): Promise<void> {
    // An earlier attempt that was cut off may have left a write pending.
    await this.#writing.catch(() => undefined);
    await this.#handle.truncate(0);
    this.#position = 0;
    this.#sha256 = newSha256();
  }

  write(piece: Uint8Array): Promise<void> {
    this.#sha256.update(piece);
    this.#writing = this.#writeAll(piece);
    return this.#writing;
  }

  /** Returns the digest of what was written, in hexadecimal digits. */
  sha256(): string {
    return this.#sha256.hex();
  }

  /** Makes the file durable and moves it into place. */
  async commit(): Promise<void> {
    await syncFile(this.#handle);
    await this.#handle.close();
    await this.#part.moveTo(this.#path);
  }

  /** Removes what was written. Never fails: it runs while another error is being handled. */
  async discard(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
    await this.#part.remove();
  }

  async #writeAll(piece: Uint8Array): Promise<void> {
    let done = 0;
    while (done < piece.byteLength) {
      const length = piece.byteLength - done;
      const { bytesWritten } = await this.#handle.write(piece, done, length, this.#position);
      done += bytesWritten;
      this.#position += bytesWritten;
    }
  }
}

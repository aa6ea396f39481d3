import { invalidInput } from '../errors/invalid-input-error.ts';
import { builtinModule } from './builtin-module.ts';
import type { EvidenceSink } from './evidence-sink.ts';
import { incrementalSha256, type Sha256 } from './sha256.ts';

interface FileHandle {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesWritten: number }>;
  truncate(length: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

interface FileSystem {
  open(path: string, flags: string): Promise<FileHandle>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

function newSha256(): Sha256 {
  const hash = incrementalSha256();
  if (hash === undefined) throw invalidInput('path', 'this runtime has no node:crypto');
  return hash;
}

/**
 * Writes to a new file beside `path`, which takes its place by one renaming when all is well: at
 * `path` there is never half an image.
 */
export class FileSink implements EvidenceSink {
  readonly #fs: FileSystem;
  readonly #handle: FileHandle;
  readonly #temporary: string;
  readonly #path: string;
  #sha256: Sha256;
  #position = 0;
  #writing: Promise<void> = Promise.resolve();

  private constructor(fs: FileSystem, handle: FileHandle, temporary: string, path: string) {
    this.#fs = fs;
    this.#handle = handle;
    this.#temporary = temporary;
    this.#path = path;
    this.#sha256 = newSha256();
  }

  /** Opens the temporary file; what the file system refuses is thrown as it is. */
  static async open(path: string): Promise<FileSink> {
    if (typeof path !== 'string' || path === '' || path.includes('\0')) {
      throw invalidInput('path', 'expected the path of a file', 'cdrs.download');
    }
    const fs = builtinModule('node:fs/promises') as FileSystem | undefined;
    if (fs === undefined) {
      throw invalidInput(
        'path',
        'this runtime has no file system; use download()',
        'cdrs.download',
      );
    }
    const temporary = `${path}.${crypto.randomUUID()}.part`;
    return new FileSink(fs, await fs.open(temporary, 'wx'), temporary, path);
  }

  async begin(): Promise<void> {
    // An attempt that was cut off may have left one write on its way.
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

  /** The digest of what was written, in hexadecimal digits. */
  sha256(): string {
    return this.#sha256.hex();
  }

  /** Makes the file durable and puts it in its place. */
  async commit(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
    await this.#fs.rename(this.#temporary, this.#path);
  }

  /** Removes what was written. Never fails: it runs while another error is on its way. */
  async discard(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
    await this.#fs.unlink(this.#temporary).catch(() => undefined);
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

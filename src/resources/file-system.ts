/** What is known of a file or a folder. */
export interface FileFacts {
  isDirectory(): boolean;
  isFile(): boolean;
  readonly uid: number;
  /** Unix milliseconds: when it was last written to. */
  readonly mtimeMs: number;
}

/** The part of `node:fs/promises` that a download needs. */
export interface FileSystem {
  lstat(path: string): Promise<FileFacts>;
  mkdir(path: string, options: { mode: number }): Promise<unknown>;
  open(path: string, flags: string, mode: number): Promise<FileHandle>;
  readdir(path: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

/** An open file. */
export interface FileHandle {
  readonly fd: number;
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesWritten: number }>;
  stat(): Promise<FileFacts>;
  truncate(length: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The part of `node:path` that a download needs. */
export interface FilePaths {
  resolve(path: string): string;
  dirname(path: string): string;
  basename(path: string): string;
  join(folder: string, name: string): string;
}

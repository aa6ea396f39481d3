import { invalidInput } from '../errors/invalid-input-error.ts';
import { builtinModule } from '../platform/builtin-module.ts';

/** An open file. */
export interface OpenFile {
  readonly fd: number;
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ): Promise<{ bytesRead: number }>;
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesWritten: number }>;
  stat(): Promise<{ readonly size: number }>;
  truncate(length: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What stands at a path. */
export interface FileFacts {
  readonly size: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** An entry of a folder. */
export interface FolderEntry {
  readonly name: string;
  isDirectory(): boolean;
}

/** The part of `node:fs/promises` that a folder vault needs. */
export interface NodeFiles {
  access(path: string, mode: number | undefined): Promise<void>;
  lstat(path: string): Promise<FileFacts>;
  mkdir(path: string, options: { recursive: true; mode: number }): Promise<string | undefined>;
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>;
  readonly constants: Readonly<Record<string, number | undefined>>;
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  rm(path: string, options: { recursive: true; force: true }): Promise<void>;
  readdir(path: string, options: { withFileTypes: true }): Promise<FolderEntry[]>;
}

/** The part of `node:path` that a folder vault needs. */
export interface NodePaths {
  resolve(path: string): string;
  dirname(path: string): string;
  join(...parts: string[]): string;
}

/** Returns the runtime's file system. @throws `InvalidInputError` if it has none. */
export function nodeFiles(): { fs: NodeFiles; paths: NodePaths } {
  const fs = builtinModule('node:fs/promises') as NodeFiles | undefined;
  const paths = builtinModule('node:path') as NodePaths | undefined;
  if (fs !== undefined && paths !== undefined) return { fs, paths };
  throw invalidInput('folder', 'this runtime has no file system; pass your own vault');
}

/** Returns the `code` of a file system error. */
export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code;

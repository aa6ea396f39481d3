import type { ArchivedFile, NewLine, SegmentLine } from './manifest-line.ts';

/** A place between two lines. */
export interface ManifestPosition {
  /** The number of the file, from 1. */
  readonly number: number;
  /** The offset in that file, in bytes. */
  readonly end: number;
  /** How many lines come before, over all files. */
  readonly lines: number;
  /** SHA-256 of the line before. */
  readonly head: string;
}

/** A file of the manifest, and the file with the SHA-256 of its last line, if it has one. */
export interface ManifestPart {
  /** Its place among the files, from 1. */
  readonly number: number;
  /** The name of the file. */
  readonly path: string;
  /** The name of its head file; a closed segment has none: the next line says it. */
  readonly headPath: string | undefined;
}

/** How a manifest is kept in a vault. */
export interface ManifestLog {
  /** How many waiting lines start an append. */
  readonly linesAtOnce: number;
  /** The number of the last file; 0 if there is none. */
  last(): Promise<number>;
  /** Its files from that number on, in order. Of files that are gone, the first of each gap. */
  parts(from?: number): Promise<readonly ManifestPart[]>;
  /** The name of the file with this number. */
  pathOf(number: number): Promise<string>;
  /** The bytes of a part from an offset; `undefined` if it does not exist. */
  read(part: ManifestPart, at: number): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Creates an empty manifest if there is none: an empty archive has one too. True if it did. */
  begin(): Promise<boolean>;
  /** Whether a file of the vault belongs to the manifest, though no line lists it. */
  owns(path: string): boolean;
  /** Repairs the end that an interrupted run left: half a line, or a missing or old head. */
  mend(at: ManifestPosition): Promise<void>;
  /** Appends lines. The last one has the SHA-256 `head`. Returns the number of their file. */
  append(lines: Uint8Array, head: string, at: ManifestPosition): Promise<number>;
  /** The first line of the open segment, if it names the one before. */
  opening?(): Promise<SegmentLine | undefined>;
  /**
   * Closes the open segment and begins the next one with the line that `begin` returns for it, whose
   * bytes it returns. Only a log whose files grow has it.
   */
  close?(at: ManifestPosition, begin: (closed: ArchivedFile) => NewLine): Promise<Uint8Array>;
}

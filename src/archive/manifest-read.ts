import { joinBytes } from '../platform/join-bytes.ts';
import { newDigest } from './digest.ts';
import { lineOf, type ManifestLine, NO_LINE } from './manifest-line.ts';
import { headIn, type ManifestLog, type ManifestPart } from './manifest-log.ts';
import type { Vault } from './vault.ts';

/** A longer line is not a line of a manifest. Only its digest is kept, not the line. */
const LINE_MAX_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** A line as read from the file. */
export interface ReadLine {
  /** The file. */
  readonly path: string;
  /** Counted from 1, over all files. */
  readonly number: number;
  /** The parsed line; `undefined` if it is not a line of a manifest. */
  readonly line: ManifestLine | undefined;
  /** SHA-256 of its bytes. */
  readonly sha256: string;
  /** SHA-256 of the line before. */
  readonly before: string;
  /** Where the next line begins, in bytes of this file. */
  readonly end: number;
  /** Whether a line feed ends it. */
  readonly isEnded: boolean;
}

/** A file of the manifest, as found when reading. */
export interface ReadPart extends ManifestPart {
  /** The content of its head file, including the line feed; `undefined` if there is none. */
  readonly head: string | undefined;
  /** Whether the file exists. */
  readonly isThere: boolean;
}

/** A line's bytes; none if there are too many. */
class LineBytes {
  readonly #digest = newDigest();
  #kept: Uint8Array[] = [];
  length = 0;

  add(bytes: Uint8Array): void {
    this.#digest.update(bytes);
    this.length += bytes.byteLength;
    if (this.length > LINE_MAX_BYTES) this.#kept = [];
    else this.#kept.push(bytes.slice());
  }

  /** To be called once. */
  end(isEnded: boolean) {
    const text = new TextDecoder().decode(joinBytes(this.#kept));
    const { length } = this;
    return {
      length: length + Number(isEnded),
      line: lineOf(text),
      sha256: this.#digest.hex(),
      isEnded,
    };
  }
}

async function* linesOf(pieces: AsyncIterable<Uint8Array>) {
  let line = new LineBytes();
  for await (const piece of pieces) {
    let begin = 0;
    for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, begin)) {
      line.add(piece.subarray(begin, at));
      yield line.end(true);
      line = new LineBytes();
      begin = at + 1;
    }
    line.add(piece.subarray(begin));
  }
  if (line.length > 0) yield line.end(false);
}

/** Reads the manifest line by line. The lines of each file come after its `ReadPart`. */
export async function* readManifest(
  vault: Vault,
  log: ManifestLog,
): AsyncGenerator<ReadPart | ReadLine> {
  let number = 0;
  let before = NO_LINE;
  for (const part of await log.parts()) {
    const pieces = await vault.get(part.path);
    const head = await headIn(vault, part.headPath);
    yield { ...part, head, isThere: pieces !== undefined };
    let end = 0;
    for await (const { length, ...read } of linesOf(pieces ?? none())) {
      number += 1;
      end += length;
      yield { path: part.path, number, before, end, ...read };
      before = read.sha256;
    }
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** Whether this is a line, as opposed to a part. */
export const isLine = (read: ReadPart | ReadLine): read is ReadLine => 'number' in read;

import { joinBytes } from '../join-bytes.ts';
import { digestOf } from './digest.ts';
import { lineOf, type ManifestLine, NO_LINE } from './manifest-line.ts';
import { headIn, type ManifestLog, type ManifestPart } from './manifest-log.ts';
import type { Vault } from './vault.ts';

/** A longer line is an error, because a line is held in memory. */
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

/** The bytes of each line, and whether a line feed ended it. */
async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ bytes: Uint8Array; isEnded: boolean }> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const piece of pieces) {
    let buffer = rest.byteLength === 0 ? piece : joinBytes([rest, piece]);
    for (let at = buffer.indexOf(LINE_FEED); at !== -1; at = buffer.indexOf(LINE_FEED)) {
      yield { bytes: buffer.subarray(0, at), isEnded: true };
      buffer = buffer.subarray(at + 1);
    }
    if (buffer.byteLength > LINE_MAX_BYTES) {
      throw new Error(`a line of the manifest is longer than ${LINE_MAX_BYTES} bytes`);
    }
    rest = buffer.slice();
  }
  if (rest.byteLength > 0) yield { bytes: rest, isEnded: false };
}

/** Reads the manifest line by line. The lines of each file come after its `ReadPart`. */
export async function* readManifest(
  vault: Vault,
  log: ManifestLog,
): AsyncGenerator<ReadPart | ReadLine> {
  const decoder = new TextDecoder('utf-8', { fatal: false });
  let number = 0;
  let before = NO_LINE;
  for (const part of await log.parts()) {
    const pieces = await vault.get(part.path);
    const head = await headIn(vault, part.headPath);
    yield { ...part, head, isThere: pieces !== undefined };
    let end = 0;
    for await (const { bytes, isEnded } of linesOf(pieces ?? none())) {
      number += 1;
      end += bytes.byteLength + (isEnded ? 1 : 0);
      const sha256 = digestOf(bytes);
      const line = lineOf(decoder.decode(bytes));
      yield { path: part.path, number, line, sha256, before, end, isEnded };
      before = sha256;
    }
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** Whether this is a line, as opposed to a part. */
export const isLine = (read: ReadPart | ReadLine): read is ReadLine => 'number' in read;

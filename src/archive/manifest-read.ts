import { joinBytes } from '../platform/join-bytes.ts';
import { digestOf, newDigest } from './digest.ts';
import { headIn } from './manifest-head.ts';
import { lineOf, type ManifestLine, NO_LINE } from './manifest-line.ts';
import type { ManifestLog, ManifestPart, ManifestPosition } from './manifest-log.ts';
import type { Vault } from './vault.ts';

/** A longer line is not a line of a manifest. Only its digest is kept, not the line. */
const LINE_MAX_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** A line as read from the file. */
export interface ReadLine {
  /** The file. */
  readonly path: string;
  /** The number of the file. */
  readonly part: number;
  /** Counted from 1, over all files. */
  readonly number: number;
  /** Where it begins, in bytes of this file. */
  readonly begin: number;
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

/** The pieces of a line that does not end where it begins; none are kept if there are too many. */
class LongLine {
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
    const line = lineOf(decoder.decode(joinBytes(this.#kept)));
    return { length: this.length + Number(isEnded), line, sha256: this.#digest.hex(), isEnded };
  }
}

const decoder = new TextDecoder();

function whole(bytes: Uint8Array) {
  const line = bytes.byteLength > LINE_MAX_BYTES ? undefined : lineOf(decoder.decode(bytes));
  return { length: bytes.byteLength + 1, line, sha256: digestOf(bytes), isEnded: true };
}

async function* linesOf(pieces: AsyncIterable<Uint8Array>) {
  let long: LongLine | undefined;
  for await (const piece of pieces) {
    let begin = 0;
    for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, begin)) {
      const bytes = piece.subarray(begin, at);
      long?.add(bytes);
      yield long?.end(true) ?? whole(bytes);
      long = undefined;
      begin = at + 1;
    }
    if (begin === piece.byteLength) continue;
    long ??= new LongLine();
    long.add(piece.subarray(begin));
  }
  if (long !== undefined) yield long.end(false);
}

/** Where a manifest begins. */
export const BEGIN: ManifestPosition = { number: 0, end: 0, lines: 0, head: NO_LINE };

/** More often than a reader can meet a segment that is closed meanwhile. */
const PLANS_MAX = 1000;

/** Whether the open segment was closed since the parts were listed: this is the first line of a later one. */
const isLater = ({ number, headPath }: ManifestPart, line: ManifestLine | undefined): boolean =>
  headPath !== undefined && line?.kind === 'segment' && line.number > number;

/**
 * Reads the manifest line by line, from a position on. The lines of each file come after its `ReadPart`.
 * Others may append meanwhile, and close segments.
 */
export async function* readManifest(
  vault: Vault,
  log: ManifestLog,
  from: ManifestPosition = BEGIN,
): AsyncGenerator<ReadPart | ReadLine> {
  let { number: next, lines: number, head: before } = from;
  for (let plan = 0; plan < PLANS_MAX; plan += 1) {
    const parts = await log.parts(next);
    if (parts.length === 0) return;
    for (const part of parts) {
      let end = part.number === from.number ? from.end : 0;
      const pieces = await log.read(part, end);
      const lines = linesOf(pieces ?? none());
      try {
        let read = await lines.next();
        const isNew = end === 0 && log.close !== undefined; // only such a log closes a segment
        if (isNew && read.done !== true && isLater(part, read.value.line)) break;
        const head = part.headPath && (await headIn(vault, part.headPath));
        yield { ...part, head, isThere: pieces !== undefined };
        for (; read.done !== true; read = await lines.next()) {
          const { length, ...each } = read.value;
          const begin = end;
          number += 1;
          end += length;
          yield { path: part.path, part: part.number, number, before, begin, end, ...each };
          before = each.sha256;
        }
      } finally {
        await lines.return(undefined);
      }
      next = part.number + 1;
    }
    if (log.close === undefined || (await log.last()) < next) return;
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** Whether this is a line, as opposed to a part. */
export const isLine = (read: ReadPart | ReadLine): read is ReadLine => 'sha256' in read;

import { joinBytes } from '../platform/join-bytes.ts';
import { wholeOf } from './bytes-in.ts';
import { digestOf, digestOfPieces } from './digest.ts';
import { headBytes, NDJSON, segmentName, segmentNumbers, withGaps } from './manifest-head.ts';
import {
  type ArchivedFile,
  lineOf,
  type ManifestLine,
  type NewLine,
  NO_LINE,
  type SegmentLine,
} from './manifest-line.ts';
import type { ManifestLog, ManifestPart, ManifestPosition } from './manifest-log.ts';
import type { Vault } from './vault.ts';

/** The open segment in a vault whose files can grow. */
export const MANIFEST = 'manifest.ndjson';
/** The file with the SHA-256 of its last line. */
const HEAD = 'manifest.head';

const LINE_FEED = 0x0a;
/** Longer than any line that begins a segment. */
const FIRST_LINE_MAX_BYTES = 64 * 1024;

const closedPath = (number: number): string => `${segmentName(number)}.ndjson`;

/** The bytes behind a line feed; `undefined` if there is none: it is not the file that was read before. */
async function behindLine(
  pieces: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const left = pieces[Symbol.asyncIterator]();
  const first = await left.next();
  if (first.done === true || first.value[0] !== LINE_FEED) {
    await left.return?.();
    return undefined;
  }
  return (async function* () {
    yield first.value.subarray(1);
    yield* { [Symbol.asyncIterator]: () => left };
  })();
}

/** One file that grows; when it is full, it is kept under a number, and begins again. */
class GrowingLog implements ManifestLog {
  readonly linesAtOnce = 1;
  readonly #vault: Vault & Required<Pick<Vault, 'growing'>>;

  constructor(vault: Vault & Required<Pick<Vault, 'growing'>>) {
    this.#vault = vault;
  }

  async opening(): Promise<SegmentLine | undefined> {
    const line = await this.#firstLine();
    return line?.kind === 'segment' ? line : undefined;
  }

  /** The first line of the open segment. */
  async #firstLine(): Promise<ManifestLine | undefined> {
    const kept: Uint8Array[] = [];
    for await (const piece of this.#vault.growing.read(MANIFEST, 0, FIRST_LINE_MAX_BYTES)) {
      const end = piece.indexOf(LINE_FEED);
      kept.push(end === -1 ? piece : piece.subarray(0, end));
      if (end !== -1) return lineOf(new TextDecoder().decode(joinBytes(kept)));
    }
    return undefined;
  }

  async last(): Promise<number> {
    const line = await this.#firstLine();
    if (line?.kind === 'segment') return line.number;
    if (line?.previous === NO_LINE) return 1;
    // It is gone, empty or damaged: it followed the closed ones.
    const closed = (await segmentNumbers(this.#vault)).at(-1) ?? 0;
    const isThere = (await this.#vault.has(MANIFEST)) || (await this.#vault.has(HEAD));
    return closed + Number(isThere);
  }

  async parts(asked = 1): Promise<readonly ManifestPart[]> {
    const from = Math.max(asked, 1);
    const last = await this.last();
    if (last === 0) return [];
    const open = { number: last, path: MANIFEST, headPath: HEAD };
    if (from >= last) return [open];
    const isBetween = (number: number) => number >= from && number < last;
    const closed = (await segmentNumbers(this.#vault)).filter(isBetween);
    const numbers = withGaps([...closed, last], from).slice(0, -1);
    const parts = numbers.map((number) => ({
      number,
      path: closedPath(number),
      headPath: undefined,
    }));
    return [...parts, open];
  }

  async pathOf(number: number): Promise<string> {
    const line = await this.#firstLine();
    const open = line?.kind === 'segment' ? line.number : 1;
    return number < open ? closedPath(number) : MANIFEST;
  }

  async read({ path }: ManifestPart, at: number): Promise<AsyncIterable<Uint8Array> | undefined> {
    return at > 0 ? behindLine(this.#vault.growing.read(path, at - 1)) : this.#vault.get(path);
  }

  async begin(): Promise<boolean> {
    if ((await this.#vault.has(MANIFEST)) || (await this.#vault.has(HEAD))) return false;
    await this.#vault.growing.replace(HEAD, headBytes(NO_LINE));
    return true;
  }

  owns(path: string): boolean {
    return path === MANIFEST || path === HEAD;
  }

  async mend(at: ManifestPosition): Promise<void> {
    await this.append(new Uint8Array(0), at.head, at);
  }

  async append(lines: Uint8Array, head: string, at: ManifestPosition): Promise<number> {
    await this.#vault.growing.append(MANIFEST, lines, at.end);
    await this.#vault.growing.replace(HEAD, headBytes(head));
    return at.number;
  }

  /**
   * Keeps the segment under its number before it begins the next one. Killed in between, the file is
   * there already when the next process does the same: no line is appended to a segment that is full.
   */
  async close(
    { number, end, head }: ManifestPosition,
    begin: (closed: ArchivedFile) => NewLine,
  ): Promise<Uint8Array> {
    const closed = await wholeOf(this.#vault.growing.read(MANIFEST, 0, end));
    const path = closedPath(number);
    const put = await this.#vault.put(path, closed, { contentType: NDJSON });
    const sha256 = digestOf(closed);
    const found = put === 'exists' ? await this.#vault.get(path) : undefined;
    if (found !== undefined && (await digestOfPieces(found)).sha256 !== sha256) {
      throw new Error(`${path} has other lines than the segment of this number`);
    }
    const first = begin({ path, bytes: closed.byteLength, sha256, contentType: NDJSON });
    const line = new TextEncoder().encode(JSON.stringify({ ...first, previous: head }));
    await this.#vault.growing.replace(MANIFEST, joinBytes([line, Uint8Array.of(LINE_FEED)]));
    await this.#vault.growing.replace(HEAD, headBytes(digestOf(line)));
    return line;
  }
}

/** The manifest of a vault whose files can grow, such as a folder. */
export const growingLog = (vault: Vault & Required<Pick<Vault, 'growing'>>): ManifestLog =>
  new GrowingLog(vault);

import { digestOf, digestOfPieces } from './digest.ts';
import {
  headBytes,
  NDJSON,
  segmentName,
  segmentNumber,
  segmentNumbers,
  withGaps,
} from './manifest-head.ts';
import { NO_LINE } from './manifest-line.ts';
import type { ManifestLog, ManifestPart, ManifestPosition } from './manifest-log.ts';
import type { Vault } from './vault.ts';
import { VaultBusy } from './vault-busy.ts';

/** How many lines start a new part: each part costs two requests, now and when it is read. */
const LINES_IN_PART = 2_500;

const HEAD_TYPE = { contentType: 'text/plain' };

function partOf(number: number): ManifestPart & { readonly headPath: string } {
  const name = segmentName(number);
  return { number, path: `${name}.ndjson`, headPath: `${name}.head` };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Puts each part once. If two runs write, one finds that its next part exists, and stops. */
class PartedLog implements ManifestLog {
  readonly linesAtOnce = LINES_IN_PART;
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  async last(): Promise<number> {
    return (await segmentNumbers(this.#vault)).at(-1) ?? 0;
  }

  /** The part at which the reader stands is among them only if it was never read. */
  async parts(from = 0): Promise<readonly ManifestPart[]> {
    const numbers = (await segmentNumbers(this.#vault)).filter((number) => number >= from);
    return withGaps(numbers, from).map(partOf);
  }

  async pathOf(number: number): Promise<string> {
    return partOf(number).path;
  }

  /** A part is never written again: what was read of it is all there is. */
  async read({ path }: ManifestPart, at: number): Promise<AsyncIterable<Uint8Array> | undefined> {
    if (at === 0) return this.#vault.get(path);
    return (await this.#vault.has(path)) ? nothing() : undefined;
  }

  /**
   * Puts a head without lines. Without it, an empty archive would look like no archive. Puts it once
   * more where it is: storage that ignores the condition of a put would replace evidence.
   */
  async begin(): Promise<boolean> {
    const { headPath } = partOf(0);
    const put = () => this.#vault.put(headPath, headBytes(NO_LINE), HEAD_TYPE);
    const isNew = (await segmentNumbers(this.#vault)).length === 0;
    if (isNew) await put();
    if ((await this.#vault.has(headPath)) && (await put()) === 'kept') {
      throw new Error('put replaced a file: it never may');
    }
    return isNew;
  }

  owns(path: string): boolean {
    return segmentNumber(path) !== undefined;
  }

  async mend({ number, head }: ManifestPosition): Promise<void> {
    await this.#vault.put(partOf(number).headPath, headBytes(head), HEAD_TYPE);
  }

  async append(lines: Uint8Array, head: string, at: ManifestPosition): Promise<number> {
    const { number, path, headPath } = partOf(at.number + 1);
    const put = await this.#vault.put(path, lines, { contentType: NDJSON });
    if (put === 'exists' && !(await this.#has(path, lines))) throw new VaultBusy();
    await this.#vault.put(headPath, headBytes(head), HEAD_TYPE);
    return number;
  }

  /** Whether the part is our own: a client of the store may repeat a put whose answer was lost. */
  async #has(path: string, lines: Uint8Array): Promise<boolean> {
    const pieces = await this.#vault.get(path);
    return pieces !== undefined && (await digestOfPieces(pieces)).sha256 === digestOf(lines);
  }
}

/** The manifest of a vault whose files cannot grow, such as an object store. */
export const partedLog = (vault: Vault): ManifestLog => new PartedLog(vault);

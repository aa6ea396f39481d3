import { wholeOf } from '../bytes-in.ts';
import { loosePath, readLoose } from '../loose-lines.ts';
import { lineOf, type RecordLine } from '../manifest-line.ts';
import { manifestLog } from '../open-log.ts';
import type { Vault } from '../vault.ts';
import type { IndexedRecord } from './index-rows.ts';

/** Longer than any line: an index is not trusted. */
const LINE_MAX_BYTES = 1024 * 1024;

/** Reads lines where an index says that they are. Of an object, the last one that was read is kept. */
export class LineReader {
  readonly #vault: Vault;
  #kept: { readonly path: string; readonly bytes: Uint8Array } | undefined;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** @throws an `Error` if the line of this record is not there. */
  async read({ cdrId, part, begin, end }: IndexedRecord): Promise<RecordLine> {
    const line = part === 0 ? await this.#loose(cdrId) : await this.#inPart(part, begin, end);
    if (line?.kind === undefined && line?.cdrId === cdrId) return line;
    throw new Error(`the index does not lead to the line of ${cdrId}: delete the index`);
  }

  async #loose(cdrId: string) {
    return (await readLoose(this.#vault, loosePath(cdrId)))?.line;
  }

  async #inPart(number: number, begin: number, end: number) {
    if (end - begin > LINE_MAX_BYTES) return undefined;
    const log = manifestLog(this.#vault);
    const path = await log.pathOf(number);
    const bytes =
      this.#vault.growing === undefined
        ? (await this.#whole(path)).subarray(begin, end)
        : await wholeOf(this.#vault.growing.read(path, begin, end - begin));
    return lineOf(new TextDecoder().decode(bytes));
  }

  async #whole(path: string): Promise<Uint8Array> {
    if (this.#kept?.path === path) return this.#kept.bytes;
    const pieces = await this.#vault.get(path);
    const bytes = pieces === undefined ? new Uint8Array(0) : await wholeOf(pieces);
    this.#kept = { path, bytes };
    return bytes;
  }
}

import type { ArchiveProblemKind } from './archive-report.ts';

/** This many failures in a row may be the fault of the service or the vault. */
const FAILURES_MAX = 8;
/** The same as long as nothing is archived, so that there is no record to compare with. */
const FAILURES_MAX_AT_FIRST = 100;
/** So many of the latest archived records are asked for: the service may have deleted one since. */
const COMPARED_MAX = 3;

/**
 * Tells an outage from a row of records that cannot be had. An outage ends the run. At such records it
 * must not end: every later run would end there too, and never take the records behind them.
 */
export class FailureRow {
  readonly #latest: (count: number) => readonly string[];
  readonly #fetch: (cdrId: string) => Promise<unknown>;
  #length = 0;
  #asking: Promise<boolean> | undefined;

  /**
   * @param latest returns records that are archived, the latest first.
   * @param fetch reads a record and its image from the service.
   */
  constructor(
    latest: (count: number) => readonly string[],
    fetch: (cdrId: string) => Promise<unknown>,
  ) {
    this.#latest = latest;
    this.#fetch = fetch;
  }

  /** Notes a record that was taken. */
  end(): void {
    this.#length = 0;
  }

  /** Notes a failure. Returns why the run must take no more records; `undefined` if it may. */
  async add(kind: ArchiveProblemKind): Promise<string | undefined> {
    if (kind !== 'service' && kind !== 'vault') return undefined; // certainly the record's own
    this.#length += 1;
    const length = this.#length;
    const isFirst = kind === 'service' && this.#latest(1).length === 0;
    if (length < (isFirst ? FAILURES_MAX_AT_FIRST : FAILURES_MAX)) return undefined;
    if (kind === 'service' && (await this.#isServed())) {
      this.#length = 0;
      return undefined;
    }
    return `${length} records failed in a row; no more were archived`;
  }

  /** Whether the service still gives a record that it gave before. Asked once at a time. */
  async #isServed(): Promise<boolean> {
    this.#asking ??= this.#fetchAny();
    try {
      return await this.#asking;
    } finally {
      this.#asking = undefined;
    }
  }

  async #fetchAny(): Promise<boolean> {
    for (const cdrId of this.#latest(COMPARED_MAX)) {
      try {
        await this.#fetch(cdrId);
        return true;
      } catch {
        // That one may be gone: the next one tells.
      }
    }
    return false;
  }
}

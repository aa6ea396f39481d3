import type { WebAbortSignal } from '../../platform/platform.ts';
import type { Slots } from '../../platform/slots.ts';
import { allDone } from './all-done.ts';
import type { ListedRecord } from './listed-record.ts';
import type { ReconcileClient } from './reconcile-options.ts';

/** Sampled reads per page, divided by the number of domains of the run … */
const SAMPLE_READS = 24;
/** … but at least this many per page. */
const SAMPLE_READS_LEAST = 2;

/** The record can no longer be read: the worker that gets its job finds that out too, and drops it. */
const GONE_CODES: ReadonlySet<unknown> = new Set(['NOT_FOUND', 'CDR_INVALID']);

/** How records are read. */
interface Reading {
  readonly client: ReconcileClient;
  readonly slots: Slots;
  readonly signal: WebAbortSignal | undefined;
  readonly readEach: boolean;
  /** How many domains the run covers. */
  readonly domains: number;
}

/** Picks `count` evenly spaced items, including the first and the last. */
function spread<T>(items: readonly T[], count: number): T[] {
  const step = (items.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => items[Math.round(index * step)] as T);
}

/**
 * Separates this account's own records from received ones, which are never announced. Lists do not
 * say which is which; only the record does. Reading each of thousands after an outage would double
 * the cost of the outage, so large pages are sampled: once one of a host's records turns out to be
 * received, all of that host's are read.
 */
export class OwnRecords {
  readonly #reading: Reading;
  readonly #sampleSize: number;
  readonly #judgedHosts = new Set<string>();
  readonly #mixedHosts = new Set<string>();
  /** How many received records were left out. */
  received = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
    const share = Math.floor(SAMPLE_READS / Math.max(1, reading.domains));
    this.#sampleSize = Math.max(SAMPLE_READS_LEAST, share);
  }

  /** Returns those of a page's missed records that were captured by this account. */
  async among(missed: readonly ListedRecord[]): Promise<ListedRecord[]> {
    const received = new Set<ListedRecord>();
    const unread = new Set(missed);
    const read = async (records: Iterable<ListedRecord>): Promise<void> => {
      const running = Array.from(records, async (record) => {
        if (unread.delete(record) && (await this.#isReceived(record))) received.add(record);
      });
      await allDone(running);
    };
    await read(this.#sampleOf(missed));
    await read([...unread].filter(({ host }) => this.#mixedHosts.has(host)));
    this.received += received.size;
    return missed.filter((record) => !received.has(record));
  }

  #sampleOf(missed: readonly ListedRecord[]): Iterable<ListedRecord> {
    if (this.#reading.readEach || missed.length <= this.#sampleSize) return missed;
    const newHosts = new Map<string, ListedRecord>();
    for (const record of missed) {
      const { host } = record;
      if (!this.#judgedHosts.has(host) && !newHosts.has(host)) newHosts.set(host, record);
    }
    return new Set([...spread(missed, this.#sampleSize), ...newHosts.values()]);
  }

  async #isReceived({ cdrId, host }: ListedRecord): Promise<boolean> {
    const { client, slots, signal } = this.#reading;
    try {
      const { guest } = await slots.run(() => client.cdrs.get(cdrId, { signal }));
      this.#judgedHosts.add(host);
      if (guest === true) this.#mixedHosts.add(host);
      return guest === true;
    } catch (error) {
      if (GONE_CODES.has((error as { code?: unknown } | null)?.code)) return false;
      throw error;
    }
  }
}

import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { oddName } from '../../contract/listed-names.ts';
import type { Slots } from '../../platform/slots.ts';
import { type ListedRecord, listedRecord } from './listed-record.ts';
import type { OwnRecords } from './own-records.ts';
import type {
  CheckedReconcile,
  ReconcileClient,
  ReconcileListOptions,
  ReconcileProblem,
} from './reconcile-options.ts';
import type { ReconcileMark, WebhookInbox } from './webhook-inbox.ts';

/** The state that all domains of one reconciliation share. */
export interface ReconcileRun {
  readonly client: ReconcileClient;
  readonly inbox: WebhookInbox;
  readonly options: CheckedReconcile;
  readonly slots: Slots;
  readonly own: OwnRecords;
  readonly count: { seen: number; taken: number; domainsDone: number };
  /** Reports the progress to the caller. */
  readonly tell: () => void;
  /** Notes what cannot be asked for. */
  readonly leaveOut: (problem: ReconcileProblem) => void;
}

/** The most pages that a walk back holds in memory; newer ones are requested again. */
const PAGES_HELD = 50;

/** Checks whether the service no longer knows the record that the mark names. */
function isUnknownToken(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'INVALID_ARGUMENT';
}

/** The reconciliation of one domain, from its mark up to the records that are still too young. */
export class DomainWalk {
  readonly #run: ReconcileRun;
  readonly #domainId: string;
  #mark: ReconcileMark | undefined;
  /** The earliest instant that is covered without a gap. */
  #since: number;
  #newest: ListedRecord | undefined;

  constructor(run: ReconcileRun, domainId: string, mark: ReconcileMark | undefined) {
    this.#run = run;
    this.#domainId = domainId;
    const { since, acknowledged } = run.options;
    const isOfUse = mark !== undefined && mark.since <= since && mark.createdAt >= since;
    // Marks say nothing about acknowledged records: the runs that saved them left those out.
    this.#mark = isOfUse && acknowledged !== true ? mark : undefined;
    this.#since = isOfUse ? mark.since : since;
  }

  /** Takes what is missing, oldest first, and saves a mark after each page. */
  async walk(): Promise<void> {
    await this.#walk();
    // With all pages done, the newest millisecond is complete, so the mark can move to its end.
    if (this.#newest !== undefined) await this.#keepMark(this.#newest);
    this.#run.count.domainsDone += 1;
    this.#run.tell();
  }

  async #walk(): Promise<void> {
    const mark = this.#mark;
    if (mark !== undefined) {
      try {
        await this.#upFrom(mark.cdrId);
        return;
      } catch (error) {
        if (!isUnknownToken(error) || this.#mark !== mark) throw error;
      }
      // A mark of another account's record says nothing about this account's: start again.
      this.#mark = undefined;
      this.#since = this.#run.options.since;
    }
    const { pages, isWhole } = await this.#backTo(this.#run.options.since);
    for (const page of pages) await this.#settle(page);
    const last = pages.at(-1)?.at(-1);
    if (!isWhole && last !== undefined) await this.#upFrom(last.cdrId);
  }

  /** Continues from a record, oldest first, without requesting pages that are already done. */
  async #upFrom(pageToken: string): Promise<void> {
    const { acknowledged } = this.#run.options;
    for await (const page of this.#pages({ order: 'asc', pageToken })) {
      const due = page.filter((record) => this.#isDue(record));
      await this.#settle(due);
      if (due.length < page.length && acknowledged !== true) return;
    }
  }

  /** Leaves out a young record, unless its event has already been acknowledged somewhere. */
  #isDue(record: ListedRecord): boolean {
    return (
      this.#isOld(record) || (this.#run.options.acknowledged === true && record.isAcknowledged)
    );
  }

  #isOld({ createdAt }: ListedRecord): boolean {
    return createdAt <= this.#run.options.cutoff;
  }

  /**
   * Without a mark, walks from the newest record back to an instant, because no list can start at
   * one. Returns the pages oldest first; if there are too many to hold, only the oldest of them.
   */
  async #backTo(floor: number): Promise<{ pages: ListedRecord[][]; isWhole: boolean }> {
    const pages: ListedRecord[][] = [];
    let isWhole = true;
    for await (const page of this.#pages({ order: 'desc' })) {
      const inTime = page.filter(({ createdAt }) => createdAt >= floor);
      const due = inTime.filter((record) => this.#isDue(record));
      if (due.length > 0) pages.unshift(due.reverse());
      if (pages.length > PAGES_HELD) {
        pages.pop();
        isWhole = false;
      }
      if (inTime.length < page.length) break;
    }
    return { pages, isWhole };
  }

  async *#pages(
    options: Pick<ReconcileListOptions, 'order' | 'pageToken'>,
  ): AsyncGenerator<ListedRecord[], void, undefined> {
    const { client, slots, options: run } = this.#run;
    const { signal } = run;
    const query = { ...options, pageSize: PAGE_SIZE_MAX, signal };
    const list = await Promise.resolve(client.cdrs.list(this.#domainId, query)); // a wrapper's promise
    const pages = list.pages()[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await slots.run(() => pages.next());
        if (next.done === true) return;
        yield next.value.cdrs.map(listedRecord).filter((record) => this.#isAskable(record));
      }
    } finally {
      await pages.return?.();
    }
  }

  #isAskable({ cdrId }: ListedRecord): boolean {
    const odd = oddName(cdrId);
    if (odd === undefined) return true;
    const { name, message } = odd;
    this.#run.leaveOut({ domainId: this.#domainId, cdrId: name, message });
    return false;
  }

  /** Enqueues what is missing of these records, which are sorted by age. */
  async #settle(records: readonly ListedRecord[]): Promise<void> {
    this.#run.count.seen += records.length;
    try {
      await this.#handOn(records);
    } finally {
      this.#run.tell();
    }
  }

  async #handOn(records: readonly ListedRecord[]): Promise<void> {
    const { inbox, own, count, options } = this.#run;
    const wanted = records.filter(
      ({ isAcknowledged }) => options.acknowledged === true || !isAcknowledged,
    );
    const ids = wanted.map(({ cdrId }) => cdrId);
    const known = new Set(ids.length === 0 ? [] : await inbox.known(ids));
    const missed = wanted.filter(({ cdrId }) => !known.has(cdrId));
    // Only records captured by this account are ever acknowledged.
    const announced = missed.filter(({ isAcknowledged }) => isAcknowledged);
    const ours = await own.among(missed.filter(({ isAcknowledged }) => !isAcknowledged));
    for (const { cdrId } of [...announced, ...ours]) {
      if (options.signal?.aborted === true) throw options.signal.reason;
      const taken = await inbox.take({ cdrId, domainId: this.#domainId, via: 'reconcile' });
      if (taken === 'new') count.taken += 1;
    }
    // Not a young one: the mark would pass over those beside it that are not acknowledged yet.
    this.#newest = records.findLast((record) => this.#isOld(record)) ?? this.#newest;
    // Records of one millisecond may come in another order when the walk resumes (spec §4.2 defines
    // none), so a mark never splits them.
    const last = records.findLast(({ createdAt }) => createdAt < (this.#newest?.createdAt ?? 0));
    if (last !== undefined) await this.#keepMark(last);
  }

  async #keepMark({ cdrId, createdAt }: ListedRecord): Promise<void> {
    if (cdrId === this.#mark?.cdrId) return;
    this.#mark = { domainId: this.#domainId, cdrId, createdAt, since: this.#since };
    await this.#run.inbox.keepMark(this.#mark);
  }
}

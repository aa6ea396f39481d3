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
import type { RunLease } from './run-lease.ts';
import type { ReconcileMark, WebhookInbox } from './webhook-inbox.ts';

/** The state that all domains of one reconciliation share. */
export interface ReconcileRun {
  readonly client: ReconcileClient;
  readonly inbox: WebhookInbox;
  readonly options: CheckedReconcile;
  readonly slots: Slots;
  readonly lease: RunLease;
  readonly own: OwnRecords;
  readonly count: { seen: number; taken: number; domainsDone: number };
  /** Reports the progress to the caller. */
  readonly tell: () => void;
  /** Notes what cannot be asked for. */
  readonly leaveOut: (problem: ReconcileProblem) => void;
}

/** Where a mark can stand. */
type Place = Pick<ReconcileMark, 'cdrId' | 'createdAt'>;

/** Checks whether the service no longer knows the record that the mark names. */
function isUnknownToken(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'INVALID_ARGUMENT';
}

/**
 * The reconciliation of one domain. What a page shows is enqueued and marked before the next page is
 * requested, so that a walk makes progress whatever ends it.
 */
export class DomainWalk {
  readonly #run: ReconcileRun;
  readonly #domainId: string;
  #mark: ReconcileMark | undefined;

  constructor(run: ReconcileRun, domainId: string, mark: ReconcileMark | undefined) {
    this.#run = run;
    this.#domainId = domainId;
    // Below `since`, a walk up from the mark would pass over what nobody asked for.
    this.#mark = mark !== undefined && mark.createdAt >= run.options.since ? mark : undefined;
  }

  /** Takes what is missing and saves a mark after each page. */
  async walk(): Promise<void> {
    const mark = this.#mark;
    try {
      await this.#walk(mark);
    } catch (error) {
      if (mark === undefined || !isUnknownToken(error)) throw error;
      // A mark of another account's record says nothing about this account's: start again.
      this.#mark = undefined;
      await this.#walk(undefined);
    }
    this.#run.count.domainsDone += 1;
    this.#run.tell();
  }

  async #walk(mark: ReconcileMark | undefined): Promise<void> {
    const isBack = mark !== undefined && mark.since <= this.#run.options.since;
    if (!isBack) await this.#back(mark);
    if (mark !== undefined) await this.#upFrom(mark);
  }

  /**
   * Walks back to `since`, because no list can start at an instant: from the newest record, or from
   * the oldest one that is done.
   */
  async #back(mark: ReconcileMark | undefined): Promise<void> {
    const { since } = this.#run.options;
    const begin = mark === undefined ? {} : { pageToken: mark.oldestCdrId };
    let newest: Place | undefined = mark;
    let oldestCdrId = mark?.oldestCdrId;
    for await (const page of this.#pages({ order: 'desc', ...begin })) {
      const inTime = page.filter(({ createdAt }) => createdAt >= since);
      const due = inTime.filter((record) => this.#isDue(record)).reverse();
      await this.#settle(due);
      const old = due.filter((record) => this.#isOld(record));
      newest ??= old.at(-1);
      const oldest = old[0];
      oldestCdrId = oldest?.cdrId ?? oldestCdrId;
      if (inTime.length < page.length) break;
      // The next run asks for the page that this one would ask for; the millisecond is not done yet.
      if (newest === undefined || oldest === undefined) continue;
      await this.#keepMark(newest, oldest.createdAt + 1, oldest.cdrId);
    }
    if (newest === undefined || oldestCdrId === undefined) return;
    await this.#keepMark(newest, since, oldestCdrId);
  }

  /** Continues from a mark, oldest first. */
  async #upFrom({ cdrId }: ReconcileMark): Promise<void> {
    const { acknowledged } = this.#run.options;
    let newest: Place | undefined;
    for await (const page of this.#pages({ order: 'asc', pageToken: cdrId })) {
      const due = page.filter((record) => this.#isDue(record));
      await this.#settle(due);
      // Not a young one: the mark would pass over those beside it that are not acknowledged yet.
      newest = due.findLast((record) => this.#isOld(record)) ?? newest;
      if (due.length < page.length && acknowledged !== true) break;
      const whole = due.findLast(({ createdAt }) => createdAt < (newest?.createdAt ?? 0));
      if (whole !== undefined) await this.#moveMark(whole);
    }
    if (newest !== undefined) await this.#moveMark(newest);
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

  async *#pages(
    options: Pick<ReconcileListOptions, 'order' | 'pageToken'>,
  ): AsyncGenerator<ListedRecord[], void, undefined> {
    const { client, slots, lease, options: run } = this.#run;
    const { signal } = run;
    const query = { ...options, pageSize: PAGE_SIZE_MAX, signal };
    const list = await Promise.resolve(client.cdrs.list(this.#domainId, query)); // a wrapper's promise
    const pages = list.pages()[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await slots.run(() => pages.next());
        await lease.renew();
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
  }

  async #moveMark(newest: Place): Promise<void> {
    const mark = this.#mark;
    if (mark !== undefined) await this.#keepMark(newest, mark.since, mark.oldestCdrId);
  }

  async #keepMark(newest: Place, since: number, oldestCdrId: string): Promise<void> {
    const { cdrId, createdAt } = newest;
    const acknowledged = this.#run.options.acknowledged === true;
    const mark = { domainId: this.#domainId, acknowledged, cdrId, createdAt, since, oldestCdrId };
    const before = this.#mark;
    this.#mark = mark;
    const isSame = before?.cdrId === cdrId && before.since === since;
    if (!isSame) await this.#run.inbox.keepMark(mark);
  }
}

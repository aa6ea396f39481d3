/** A record to enqueue, once. */
export interface InboxRecord {
  /** The record, to read with `cdrs.get`. */
  readonly cdrId: string;
  /** The base domain that it is filed under; `undefined` if the event did not name it. */
  readonly domainId: string | undefined;
  /** Its source: the service's event, or `reconcile`. */
  readonly via: 'webhook' | 'reconcile';
}

/**
 * How far a domain is reconciled: every record created on it from `since` up to this record is in
 * the inbox or was left out for good.
 */
export interface ReconcileMark {
  /** The domain, as `domains.list` names it. */
  readonly domainId: string;
  /** Whether acknowledged records were looked for too. Such runs have marks of their own. */
  readonly acknowledged: boolean;
  /** The last record up to which everything is done. */
  readonly cdrId: string;
  /** That record's `createdAt`, in Unix milliseconds. */
  readonly createdAt: number;
  /** The earliest `createdAt` that was included, in Unix milliseconds. */
  readonly since: number;
  /** The record from which the search for earlier ones continues. */
  readonly oldestCdrId: string;
}

/** A reconciliation that wants to be the only one for a while. */
export interface ReconcileLease {
  /** What it looks for; runs of other names are let be. At most 64 characters. */
  readonly name: string;
  /** The run. */
  readonly holder: string;
  /** The current time, in Unix milliseconds. */
  readonly now: number;
  /** The end of the lease, in Unix milliseconds. */
  readonly until: number;
  /** A lease that ends later than this was made by a wrong clock, and does not count. */
  readonly latest: number;
  /** The earliest `createdAt` that the run includes, in Unix milliseconds. */
  readonly since: number;
  /** Whether the run has finished: then the lease only keeps the next run from coming too soon. */
  readonly isDone: boolean;
}

/**
 * Turns events into jobs on your own queue: `sqliteInbox`, `postgresInbox`, or your own
 * implementation for another database. All processes of one account must share one inbox, because
 * the handler and {@link reconcile} use its unique `cdrId`s. Another account needs its own inbox,
 * because marks are per domain and both may have records on one (`co.uk`). Any method may reject:
 * the service then sends the event again, and a reconciliation continues from its marks.
 *
 * @example
 * ```ts
 * const inbox: WebhookInbox = sqliteInbox('jobs.db', {
 *   enqueue: (tx, { cdrId }) => insertJob(tx, cdrId),
 * });
 * ```
 */
export interface WebhookInbox {
  /**
   * Saves the `cdrId` and enqueues its job in one transaction, which is durable when the promise
   * resolves. Of any number of calls with one `cdrId`, concurrent or years apart, exactly one gets
   * `new` and has enqueued the job.
   */
  take(record: InboxRecord): Promise<'new' | 'known'>;
  /** Returns those of the given ids that were taken; at most 100 are passed at a time. */
  known(cdrIds: readonly string[]): Promise<string[]>;
  /** Returns all marks, at most two for each domain: one for each value of `acknowledged`. */
  marks(): Promise<ReconcileMark[]>;
  /** Saves the mark of its domain and its `acknowledged`, unless the saved one is of a later `createdAt`. */
  keepMark(mark: ReconcileMark): Promise<void>;
  /**
   * Takes the lease of this name in one atomic step, or changes it if the holder has it already.
   * Another holder's is taken over if it ended by `now`, ends after `latest`, or is of a finished
   * run that did not include `since`. Otherwise returns whose it is: `running`, or `recent` for a
   * finished run. An inbox without this method lets every run look for itself.
   */
  leaseRun?(lease: ReconcileLease): Promise<'taken' | 'running' | 'recent'>;
}

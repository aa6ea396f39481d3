/** A record that is to be handed on, once. */
export interface InboxRecord {
  /** The record, to be read with `cdrs.get`. */
  readonly cdrId: string;
  /** The base domain that it is filed under; `undefined` where an event did not name it. */
  readonly domainId: string | undefined;
  /** Who brought it: the service's event, or `reconcile`. */
  readonly via: 'webhook' | 'reconcile';
}

/**
 * How far a domain is reconciled: what was created on it from `since` on, and up to this record, is
 * in the inbox or was left out for good.
 */
export interface ReconcileMark {
  /** The domain, as `domains.list` names it. */
  readonly domainId: string;
  /** The last record that all before is done of. */
  readonly cdrId: string;
  /** That record's `createdAt`, in Unix milliseconds. */
  readonly createdAt: number;
  /** The earliest `createdAt` that was looked at, in Unix milliseconds. */
  readonly since: number;
}

/**
 * Where events become jobs of the caller's own queue: `sqliteInbox`, `postgresInbox`, or one of your
 * own over another database. The handler and {@link reconcile} meet on its `cdrId`s, so one inbox is
 * shared by all processes of one account. Any method may reject: the service then sends the event
 * again, and a reconciliation goes on from its marks.
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
   * Remembers the `cdrId` and enqueues its job in one transaction, durable when it resolves. Of any
   * number of calls with one `cdrId`, at once or years apart, one gets `new` and has enqueued.
   */
  take(record: InboxRecord): Promise<'new' | 'known'>;
  /** Those of these ids that were taken; at most 100 are asked for at once. */
  known(cdrIds: readonly string[]): Promise<string[]>;
  /** All marks, one for each domain at most. */
  marks(): Promise<ReconcileMark[]>;
  /** Keeps the mark of its domain, unless the one that is kept has a later `createdAt`. */
  keepMark(mark: ReconcileMark): Promise<void>;
}

import type { CdrListEntry } from '../../contract/cdr.ts';
import { UNIT_MS, WEBHOOK_WINDOW_MS } from '../../contract/limits.ts';
import { checkedOptions } from '../../errors/checked-options.ts';
import {
  amountOf,
  flag,
  instant,
  type Kind,
  listOf,
  nonEmptyText,
  objectWith,
  required,
  signalKind,
  told,
  wholeNumber,
} from '../../options/kinds.ts';
import { issuesOfKind, type OptionTable } from '../../options/option-table.ts';
import type { Clock } from '../../platform/clock.ts';
import type { WebAbortSignal } from '../../platform/platform.ts';
import type { WebhookInbox } from './webhook-inbox.ts';

/** Options for a list of records. */
export interface ReconcileListOptions {
  /** The order by `createdAt`. */
  readonly order: 'asc' | 'desc';
  /** The number of entries per page. */
  readonly pageSize: number;
  /** Where to start. Default: at the first entry. */
  readonly pageToken?: string | undefined;
  /** Stops the walk. */
  readonly signal?: WebAbortSignal | undefined;
}

/** The part of a client that is used; a `ConsentEvidence` fits. */
export interface ReconcileClient {
  /** `client.domains`. */
  readonly domains: {
    list(options?: { signal?: WebAbortSignal | undefined }): PromiseLike<readonly string[]>;
  };
  /** `client.cdrs`. */
  readonly cdrs: {
    list(
      domainId: string,
      options: ReconcileListOptions,
    ): { pages(): AsyncIterable<{ readonly cdrs: readonly CdrListEntry[] }> };
    get(
      cdrId: string,
      options?: { signal?: WebAbortSignal | undefined },
    ): PromiseLike<{ readonly guest?: boolean | undefined }>;
  };
}

/** Which records {@link reconcile} looks for, and how. */
export interface ReconcileOptions {
  /**
   * Unix milliseconds or a `Date`: records with an earlier `createdAt` are ignored. Pass the
   * instant at which this inbox took over, or a moving one, such as 30 days ago.
   */
  readonly since: number | Date;
  /**
   * Younger records are left for the next run: their event may still be on its way. Milliseconds.
   * Default: 3,600,000, the hour during which the service resends an event (spec §6.3).
   */
  readonly olderThanMs?: number | undefined;
  /** The domains to look at. Default: all of the account's, which costs one more request. */
  readonly domains?: readonly string[] | undefined;
  /**
   * With the same timer on many machines: how often one of them does the work. A run is skipped if
   * a whole one ended less than this ago, on any machine, and looked back as far. Milliseconds, at
   * most a day. Default: 0, which only skips a run during another one.
   */
  readonly everyMs?: number | undefined;
  /**
   * `true`: reads each missed record before enqueuing it. Default: if a page has many (more than 24
   * divided by the number of domains, and more than 2), reads a sample. Once one of a host's
   * records turns out to be received, all of that host's are read.
   */
  readonly readEach?: boolean | undefined;
  /**
   * `true`: also takes records that a webhook acknowledged, of any age, if the inbox does not know
   * them: after its database was restored from a backup, or another receiver answered in its place.
   * Has marks of its own, because those of other runs say nothing about such records.
   */
  readonly acknowledged?: boolean | undefined;
  /** Called with the progress after each page and each domain. Errors that it throws are ignored. */
  readonly onProgress?: ((progress: ReconcileProgress) => void) | undefined;
  /** The current time. Default: real time. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
  /** Stops the run with the signal's reason; records already taken stay taken. */
  readonly signal?: WebAbortSignal | undefined;
}

/** How much a {@link reconcile} has done. */
export interface ReconcileCounts {
  /** How many list entries were looked at. */
  readonly seen: number;
  /** How many records this call enqueued; no other call or webhook enqueued them. */
  readonly taken: number;
  /** How many records were read and left out because another organization shared them with this one. */
  readonly received: number;
}

/** A domain or a record that was left out, because no request can carry its name as it is listed. */
export interface ReconcileProblem {
  /** The domain. */
  readonly domainId: string;
  /** The record; absent if the whole domain was left out. */
  readonly cdrId?: string;
  /** In plain words. */
  readonly message: string;
}

/** The result of a {@link reconcile}. */
export interface ReconcileReport extends ReconcileCounts {
  /**
   * Set if this call did not do the work, or not to its end, because of another one with the same
   * `domains`, `readEach` and `acknowledged`: it is `running`, or a whole one ended within `everyMs`.
   */
  readonly skipped?: 'running' | 'recent';
  /** What was left out, at most 100; absent if nothing was. Everything else was done. */
  readonly problems?: readonly ReconcileProblem[];
}

/** The progress of a {@link reconcile}. */
export interface ReconcileProgress extends ReconcileCounts {
  /** How many domains are finished. */
  readonly domainsDone: number;
  /** How many domains there are. */
  readonly domains: number;
}

/** The validated options, with defaults filled in. */
export interface CheckedReconcile extends ReconcileOptions {
  readonly since: number;
  /** The latest `createdAt` that is old enough. */
  readonly cutoff: number;
  readonly everyMs: number;
  readonly now: () => number;
}

/** More than an account has. */
const DOMAINS_MAX = 100_000;

const OPTIONS = (): OptionTable<ReconcileOptions> => ({
  since: required(instant),
  olderThanMs: amountOf('milliseconds'),
  everyMs: wholeNumber(0, UNIT_MS.days, 'milliseconds'),
  domains: listOf(nonEmptyText, DOMAINS_MAX),
  readEach: flag,
  acknowledged: flag,
  onProgress: told,
  clock: objectWith('a clock: an object with now()', 'now'),
  signal: signalKind,
});

const inboxKind = (): Kind =>
  objectWith('an inbox: sqliteInbox(…) or postgresInbox(…)', 'take', 'known', 'marks', 'keepMark');

/** Rejects invalid options before any request is made. */
export function checkReconcile(inbox: WebhookInbox, options: ReconcileOptions): CheckedReconcile {
  const also = () => issuesOfKind('inbox', inbox ?? null, inboxKind());
  const given = checkedOptions(OPTIONS, options, { also });
  const { olderThanMs = WEBHOOK_WINDOW_MS, everyMs = 0, clock = Date } = given;
  const now = (): number => clock.now();
  return { ...given, since: Number(given.since), cutoff: now() - olderThanMs, everyMs, now };
}

import type { Clock } from '../clock.ts';
import type { CdrListEntry } from '../contract/cdr.ts';
import { WEBHOOK_WINDOW_MS } from '../contract/limits.ts';
import { InvalidInputError, invalidInput } from '../errors/invalid-input-error.ts';
import type { WebAbortSignal } from '../platform.ts';
import { checkCutoff, checkSince } from './since.ts';
import type { WebhookInbox } from './webhook-inbox.ts';

/** Options for a list of records. */
export interface ReconcileListOptions {
  /** By `createdAt`. */
  readonly order: 'asc' | 'desc';
  /** Entries of a page. */
  readonly pageSize: number;
  /** Where to start; default: at the first entry. */
  readonly pageToken?: string | undefined;
  /** Ends the walk. */
  readonly signal?: WebAbortSignal | undefined;
}

/** The part of a client that is used: a `ConsentEvidence` fits. */
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

/** What {@link reconcile} looks for. */
export interface ReconcileOptions {
  /**
   * Unix milliseconds or a `Date`: records with an earlier `createdAt` are not looked at. Give the
   * instant at which this inbox took over, or one that moves, such as 30 days ago.
   */
  readonly since: number | Date;
  /**
   * Younger records are left for the next time: their event may still be on its way. Milliseconds;
   * default: 3,600,000, the hour in which the service sends an event again (spec §6.3).
   */
  readonly olderThanMs?: number | undefined;
  /** The domains to look at; default: all of the account's, which is one request more. */
  readonly domains?: readonly string[] | undefined;
  /**
   * `true`: each missed record is read before it is handed on. Default: where more than two dozen
   * are missing on a page, some of each host are, and one that was received has all of its host read.
   */
  readonly readEach?: boolean | undefined;
  /**
   * `true`: takes what a webhook acknowledged too, where the inbox does not know it: after its
   * database came back from a backup, or after another receiver answered in its place.
   */
  readonly acknowledged?: boolean | undefined;
  /** Told how far it is, after each page and each domain; what it throws is ignored. */
  readonly onProgress?: ((progress: ReconcileProgress) => void) | undefined;
  /** The present; default: real time. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
  /** Ends it, with the signal's reason; what was taken by then stays taken. */
  readonly signal?: WebAbortSignal | undefined;
}

/** What a {@link reconcile} came upon. */
export interface ReconcileReport {
  /** List entries that were looked at. */
  readonly seen: number;
  /** Records that were handed on by this call; no other call and no webhook has. */
  readonly taken: number;
  /** Records that were read and left out: another organization shared them with this one. */
  readonly received: number;
}

/** How far a {@link reconcile} is. */
export interface ReconcileProgress extends ReconcileReport {
  /** How many domains were gone through to their ends. */
  readonly domainsDone: number;
  /** How many there are. */
  readonly domains: number;
}

/** The options, filled in and found good. */
export interface CheckedReconcile extends ReconcileOptions {
  readonly since: number;
  /** The latest `createdAt` that is old enough. */
  readonly cutoff: number;
}

const OPTION_NAMES = [
  'since',
  'olderThanMs',
  'domains',
  'readEach',
  'acknowledged',
  'onProgress',
  'clock',
  'signal',
] as const satisfies readonly (keyof ReconcileOptions)[];

function checkInbox(inbox: WebhookInbox): void {
  const members = inbox as unknown as Readonly<Record<string, unknown>> | null | undefined;
  const missing = (['take', 'known', 'marks', 'keepMark'] as const).filter(
    (name) => typeof members?.[name] !== 'function',
  );
  if (missing.length === 0) return;
  throw new InvalidInputError(
    missing.map((name) => ({ path: `inbox.${name}`, message: 'expected a function' })),
  );
}

/** Refuses what makes no sense, before anything is asked. */
export function checkReconcile(inbox: WebhookInbox, options: ReconcileOptions): CheckedReconcile {
  checkInbox(inbox);
  const given = (options ?? {}) as Partial<ReconcileOptions>;
  for (const name of Object.keys(given)) {
    if (OPTION_NAMES.includes(name as never)) continue;
    throw invalidInput(name.slice(0, 100), `is not an option; expected ${OPTION_NAMES.join(', ')}`);
  }
  const { domains } = given;
  if (domains !== undefined && !(Array.isArray(domains) && domains.every((each) => each !== ''))) {
    throw invalidInput('domains', 'expected a list of domain identifiers');
  }
  const { onProgress } = given;
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw invalidInput('onProgress', 'expected a function');
  }
  const since = checkSince(given.since as number);
  const cutoff = checkCutoff(given.olderThanMs ?? WEBHOOK_WINDOW_MS, given.clock);
  return { ...given, since, cutoff };
}

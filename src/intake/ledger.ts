import type { RefusalReason, ShadowVerdict } from './decision.ts';
import type { LeadName } from './lead.ts';
import type { LeadState } from './lead-states.ts';

/** What came in with a lead. Kept only until the decision on it has been told. */
export interface LeadMaterial {
  /** The share URL or token, a bearer credential; `''` once no attempt can use it. */
  readonly shareUrl: string;
  /** The lead's phone number, as it came in. */
  readonly phone: string;
  /** The acceptance criteria as JSON, including the lead's phone. */
  readonly criteria: string;
  /** The caller's own data as JSON; `null` if the lead came without. */
  readonly data: string | null;
}

/**
 * One lead as a ledger keeps it. All instants are Unix milliseconds of the intake's clock. A ledger
 * itself changes only the members that `lease` names, and stores the others as they come.
 */
export interface LedgerEntry {
  /** Who sent the lead; `''` if the caller has no sources. With `leadId`, the key of the row. */
  readonly source: string;
  /** The lead's identifier within its source. */
  readonly leadId: string;
  /** SHA-256 of the share token, or of the whole text if it contains none; 64 hex digits. */
  readonly shareSha256: string;
  /** Whether the share belongs to this lead. At most one entry per `shareSha256` owns it. */
  readonly ownsShare: boolean;
  /** HMAC-SHA256 of the phone's digits, keyed with the same token or text; 64 hex digits. */
  readonly phoneDigest: string;
  /** The lead's state. */
  readonly state: LeadState;
  /** Grows by one with each change. A save replaces only the version before its own. */
  readonly version: number;
  /** Whether a worker holds the lead, until `dueAt`. */
  readonly inHand: boolean;
  /** Whether an earlier receive may have taken effect without leading to a decision. */
  readonly inDoubt: boolean;
  /** Whether nothing may be sent for the lead any more that could be charged. */
  readonly onlyIfPaid: boolean;
  /**
   * The last instant at which a receive that could succeed may have been sent; `null` if none was.
   * While a worker holds the lead, its `dueAt` counts instead.
   */
  readonly askedAt: number | null;
  /** From when the last worker could send a receive for the lead; `null` if none ever could. */
  readonly handSince: number | null;
  /** The first instant at which a receive that may have taken effect can have been sent. */
  readonly doubtSince: number | null;
  /**
   * When any worker may lease the lead; `null` if nothing is left to do. A decided lead is due while
   * `onDecision` has not been told of it.
   */
  readonly dueAt: number | null;
  /** When the lead was first taken. */
  readonly heldSince: number;
  /** When the lead was decided. */
  readonly decidedAt: number | null;
  /** How many receives have ended without a decision. */
  readonly attempts: number;
  /**
   * The record, as soon as a receipt has named it. At most one entry in state `accept` has it.
   */
  readonly cdrId: string | null;
  /** The share event of the receipt that decided the lead (spec §4.6). */
  readonly shareEventId: string | null;
  /** Whether the service may have charged for the decided lead. */
  readonly mayBeCharged: boolean;
  /** For a duplicate: the lead that brought the share or the record first. */
  readonly firstLead: LeadName | null;
  /** Why the lead is held or needs a fix. */
  readonly code: string | null;
  /** The same in words. */
  readonly message: string | null;
  /** Whether a `fix` concerns the whole account or only this lead. */
  readonly scope: 'account' | 'lead' | null;
  /** Why the lead was refused. */
  readonly reasons: readonly RefusalReason[];
  /** The request identifiers of the service's last 20 responses. */
  readonly requestIds: readonly string[];
  /** The person who decided, if a person did. */
  readonly settledBy: string | null;
  /** What that person noted. */
  readonly note: string | null;
  /** How the accepted record fares under the shadow criteria, if there are any. */
  readonly shadow: ShadowVerdict | null;
  /** `null` once the decision is told: the ledger must then erase it from its storage too. */
  readonly material: LeadMaterial | null;
}

/** The entry was added. */
export interface Added {
  /** Tells the results apart. */
  readonly kind: 'added';
}

/** The lead is already in the ledger; nothing was changed. */
export interface LeadKnown {
  /** Tells the results apart. */
  readonly kind: 'lead_known';
  /** The ledger's entry for the lead. */
  readonly entry: LedgerEntry;
}

/** Another lead owns the share; nothing was changed. */
export interface ShareTaken {
  /** Tells the results apart. */
  readonly kind: 'share_taken';
  /** The lead that owns it. */
  readonly firstLead: LeadName;
}

/** The result of adding an entry. */
export type AddResult = Added | LeadKnown | ShareTaken;

/** The entry was saved. */
export interface Saved {
  /** Tells the results apart. */
  readonly kind: 'saved';
}

/** The ledger does not have the version before; nothing was changed. */
export interface Stale {
  /** Tells the results apart. */
  readonly kind: 'stale';
}

/** Another entry in state `accept` has the record; nothing was changed. */
export interface RecordTaken {
  /** Tells the results apart. */
  readonly kind: 'record_taken';
  /** The lead that was accepted with it. */
  readonly firstLead: LeadName;
}

/** The result of saving an entry. */
export type SaveResult = Saved | Stale | RecordTaken;

/** Which leads to lease, and until when. */
export interface LeaseQuery {
  /** Only leads whose `dueAt` is at or before this instant, the longest due first. */
  readonly dueBy: number;
  /** The current time: the new `handSince`. */
  readonly now: number;
  /** Only this lead. */
  readonly lead?: LeadName | undefined;
  /** The new `dueAt`: until then no other worker gets the leads. */
  readonly until: number;
  /** The most leads to lease. */
  readonly limit: number;
  /**
   * The `next` of the lease before, to continue after it: a pass must not look again where it has been.
   * Where leads were leased, a database can have to read past what they were, again each time.
   */
  readonly after?: string | undefined;
  /**
   * Called for a lead that was leased, but whose row cannot be read, because something else changed
   * it. It is left out of the result, and does not stop the others. Without this, `lease` rejects.
   */
  readonly onUnreadable?: ((lead: LeadName, error: Error) => void) | undefined;
}

/** Which leads to list: undecided ones by `heldSince`, decided ones by `decidedAt`, oldest first. */
export interface ListQuery {
  /** Whether to list leads that are decided, or those that are not. */
  readonly decided: boolean;
  /** Only leads from this instant on. */
  readonly from?: number | undefined;
  /** Only leads before this instant. */
  readonly to?: number | undefined;
  /** Only leads of this source. */
  readonly source?: string | undefined;
  /** The `next` of the page before, to continue after it. */
  readonly after?: string | undefined;
  /** The most entries of a page. */
  readonly limit: number;
  /** See `lease`: a row that cannot be read is left out of the page. */
  readonly onUnreadable?: ((lead: LeadName, error: Error) => void) | undefined;
}

/** A page of leads, listed or leased. */
export interface LedgerPage {
  /** The leads. Pruned ones are never listed. */
  readonly entries: readonly LedgerEntry[];
  /**
   * Where the next page begins, a text of this ledger alone; absent if there is none, which is so
   * where fewer rows were found than `limit`.
   */
  readonly next?: string | undefined;
}

/** Which decided leads to prune. All instants are Unix milliseconds. */
export interface PruneQuery {
  /** Leads that were decided before this instant keep only their names, digests and decision. */
  readonly decidedBefore: number;
  /** Of these, leads that were not accepted and were decided before this instant are deleted. */
  readonly shareGoneBefore: number;
  /** The same for accepted ones. */
  readonly recordGoneBefore: number;
  /** The most leads to change. */
  readonly limit: number;
}

/** What a ledger says of itself. */
export interface LedgerFacts {
  /** The greatest `decidedBefore` that leads were pruned with; `null` if none ever were. */
  readonly prunedBefore: number | null;
  /** The database's own time, in Unix milliseconds. Absent if it is this machine's. */
  readonly clockMs?: number | undefined;
}

/** Work that runs in the ledger's own transaction, just before it commits. */
export type WithinSave<Tx> = (tx: Tx) => void | Promise<void>;

/**
 * Where an intake keeps its leads: a table with one row per lead, and a few operations, each atomic
 * and durable when its promise resolves. `Tx` is the transaction that the caller's own code gets;
 * `undefined` if the ledger has none to share.
 *
 * Any intake on a ledger resumes the leads of all, so all must have the same criteria and
 * `onDecision`. Another account needs its own ledger: it would pay for these leads.
 *
 * A ledger rejects with any error of its storage. `ledgerSuite` tests an implementation.
 *
 * @example
 * ```ts
 * const ledger: Ledger = memoryLedger();
 * ```
 */
export interface Ledger<Tx = unknown> {
  /**
   * Whether `add` and `save` run `within` in the transaction that they commit. If not, the intake
   * calls `onDecision` after the save, and again if it cannot tell whether it was called.
   */
  readonly transactional: boolean;
  /**
   * Takes the ledger for an account: a new ledger keeps the name, and any other account is refused
   * from then on. The intake calls it before anything else.
   *
   * @throws `LedgerError` with the reason `other_account`, `other_version` or `not_whole`, before
   * anything is written.
   */
  open(account: string): Promise<LedgerFacts>;
  /** Adds an entry, unless the lead is known (checked first) or its share is owned. */
  add(entry: LedgerEntry, within?: WithinSave<Tx>): Promise<AddResult>;
  /**
   * Leases leads, each to one caller only: `version` grows by one; if `inHand` was true, `inDoubt`
   * becomes true, `askedAt` becomes `dueAt`, and `doubtSince` becomes `handSince` if it was `null`;
   * `inHand` becomes true, `handSince` becomes `now`, `dueAt` becomes `until`, and `state` becomes
   * `asking` if it was `hold` or `fix`. Returns the entries as changed, by `dueAt` as it was, then by
   * `source` and `leadId` in any order that stays the same.
   */
  lease(query: LeaseQuery): Promise<LedgerPage>;
  /** When the next lead is due: the least `dueAt`; `null` if none is. */
  nextDue(): Promise<number | null>;
  /** Replaces the entry of this lead whose version is `entry.version - 1`. */
  save(entry: LedgerEntry, within?: WithinSave<Tx>): Promise<SaveResult>;
  /** Returns the lead's entry; `undefined` if there is none. */
  get(lead: LeadName): Promise<LedgerEntry | undefined>;
  /** Returns which of these records, at most 100, belong to an entry in state `accept`. */
  acceptedRecords(cdrIds: readonly string[]): Promise<string[]>;
  /**
   * Returns one page of leads.
   *
   * @throws `InvalidInputError` at `after` for a text that is not a `next` of this ledger.
   */
  list(query: ListQuery): Promise<LedgerPage>;
  /** Prunes leads that nothing is left to do for, and returns how many were changed or deleted. */
  prune(query: PruneQuery): Promise<number>;
}

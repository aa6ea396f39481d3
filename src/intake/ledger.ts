import type { LeadName } from './lead.ts';
import type { LedgerEntry } from './ledger-entry.ts';

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

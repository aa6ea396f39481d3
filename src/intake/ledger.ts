import type { RefusalReason } from './decision.ts';
import type { LeadState } from './lead-states.ts';

/** What came in with a lead. Kept only until the lead is decided. */
export interface LeadMaterial {
  /** The share URL or token. A bearer credential. */
  readonly shareUrl: string;
  /** The lead's phone number, as it came in. */
  readonly phone: string;
  /** The acceptance criteria as JSON, including the lead's phone. */
  readonly criteria: string;
}

/**
 * One lead as a ledger keeps it. All instants are Unix milliseconds of the intake's clock. A ledger
 * itself changes only the six members that `lease` names, and stores the others as they come.
 */
export interface LedgerEntry {
  /** The caller's own identifier: the key of the row. */
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
  /**
   * The last instant at which a receive that could succeed may have been sent; `null` if none was.
   * While a worker holds the lead, its `dueAt` counts instead.
   */
  readonly askedAt: number | null;
  /** When any worker may lease the lead; `null` if nothing is left to do. */
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
  /** For a duplicate: the lead that brought the share or the record first. */
  readonly firstLeadId: string | null;
  /** Why the lead is held or needs a fix. */
  readonly code: string | null;
  /** For a `fix`: what to correct, in words. */
  readonly message: string | null;
  /** Whether a `fix` concerns the whole account or only this lead. */
  readonly scope: 'account' | 'lead' | null;
  /** Why the lead was refused. */
  readonly reasons: readonly RefusalReason[];
  /** The request identifiers of the service's last 20 responses. */
  readonly requestIds: readonly string[];
  /** `null` once the lead is decided: the ledger must then erase it from its storage too. */
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
  readonly firstLeadId: string;
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
  readonly firstLeadId: string;
}

/** The result of saving an entry. */
export type SaveResult = Saved | Stale | RecordTaken;

/** Which leads to lease, and until when. */
export interface LeaseQuery {
  /** Only leads whose `dueAt` is at or before this instant, the longest due first. */
  readonly dueBy: number;
  /** Only this lead. */
  readonly leadId?: string | undefined;
  /** The new `dueAt`: until then no other worker gets the leads. */
  readonly until: number;
  /** The most leads to lease. */
  readonly limit: number;
  /**
   * Called for a lead that was leased, but whose row cannot be read, because something else changed
   * it. It is left out of the result, and does not stop the others. Without this, `lease` rejects.
   */
  readonly onUnreadable?: ((leadId: string, error: Error) => void) | undefined;
}

/** Work that runs in the ledger's own transaction, just before it commits. */
export type WithinSave<Tx> = (tx: Tx) => void | Promise<void>;

/**
 * Where an intake keeps its leads: a table with one row per lead, and five operations, each atomic
 * and durable when its promise resolves. `Tx` is the transaction that the caller's own code gets;
 * `undefined` if the ledger has none to share.
 *
 * Any intake on a ledger resumes the leads of all, so all must have the same account, criteria and
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
  /** Adds an entry, unless the lead is known (checked first) or its share is owned. */
  add(entry: LedgerEntry, within?: WithinSave<Tx>): Promise<AddResult>;
  /**
   * Leases leads, each to one caller only: `version` grows by one, `inDoubt` becomes true and
   * `askedAt` becomes `dueAt` if `inHand` was true, `inHand` becomes true, `dueAt` becomes `until`,
   * and `state` becomes `asking` if it was `hold` or `fix`. Returns the entries as changed.
   */
  lease(query: LeaseQuery): Promise<LedgerEntry[]>;
  /** Replaces the entry of this lead whose version is `entry.version - 1`. */
  save(entry: LedgerEntry, within?: WithinSave<Tx>): Promise<SaveResult>;
  /** Returns the lead's entry; `undefined` if there is none. */
  get(leadId: string): Promise<LedgerEntry | undefined>;
  /** Returns which of these records, at most 100, belong to an entry in state `accept`. */
  acceptedRecords(cdrIds: readonly string[]): Promise<string[]>;
}

import type { RefusalReason } from './decision.ts';
import type { LeadState } from './lead-states.ts';

/** What came in with a lead, kept only for as long as something may still be asked. */
export interface LeadMaterial {
  /** The share URL or token. A bearer credential. */
  readonly shareUrl: string;
  /** The lead's phone number, as it came. */
  readonly phone: string;
  /** The acceptance criteria as JSON, the lead's phone in them. */
  readonly criteria: string;
}

/**
 * One lead as a ledger keeps it. All instants are Unix milliseconds by the intake's clock. Every
 * member but the four that the ledger's own methods name is the intake's: a ledger stores it as it
 * comes.
 */
export interface LedgerEntry {
  /** The caller's own identifier: the key of the row. */
  readonly leadId: string;
  /** SHA-256 of the share token, or of the text where it holds none; 64 hex digits. */
  readonly shareSha256: string;
  /** Whether the share is this lead's: at most one entry of a `shareSha256` owns it. */
  readonly ownsShare: boolean;
  /** HMAC-SHA256 of the phone's digits, keyed with the share token; 64 hex digits. */
  readonly phoneDigest: string;
  /** Where the lead stands. */
  readonly state: LeadState;
  /** Grows by one with each change: who changes an entry names the version that he read. */
  readonly version: number;
  /** A hand is at the lead, until `dueAt`. */
  readonly inHand: boolean;
  /** An earlier receive may have taken effect, and its answer never came. */
  readonly inDoubt: boolean;
  /** When any hand may take the lead; `null` where nothing is left to do. */
  readonly dueAt: number | null;
  /** When the lead was first taken. */
  readonly heldSince: number;
  /** When it was decided. */
  readonly decidedAt: number | null;
  /** How many receives have ended without a decision. */
  readonly attempts: number;
  /** At most one entry in state `accept` has this record. */
  readonly cdrId: string | null;
  /** Of a duplicate: the lead that brought the share or the record first. */
  readonly firstLeadId: string | null;
  /** Why it is held, or to be fixed. */
  readonly code: string | null;
  /** In words, where it is to be fixed. */
  readonly message: string | null;
  /** Whether a `fix` is our account's or this lead's alone. */
  readonly scope: 'account' | 'lead' | null;
  /** Why it was refused. */
  readonly reasons: readonly RefusalReason[];
  /** The service's identifiers of the answers, the last 20. */
  readonly requestIds: readonly string[];
  /** `null` once the lead is decided: it must be gone from the storage too. */
  readonly material: LeadMaterial | null;
}

/** The entry was added. */
export interface Added {
  /** Tells the results apart. */
  readonly kind: 'added';
}

/** The lead is in the ledger: nothing was changed. */
export interface LeadKnown {
  /** Tells the results apart. */
  readonly kind: 'lead_known';
  /** What the ledger has of it. */
  readonly entry: LedgerEntry;
}

/** Another lead owns the share: nothing was changed. */
export interface ShareTaken {
  /** Tells the results apart. */
  readonly kind: 'share_taken';
  /** The lead that owns it. */
  readonly firstLeadId: string;
}

/** What adding an entry found. */
export type AddResult = Added | LeadKnown | ShareTaken;

/** The entry was saved. */
export interface Saved {
  /** Tells the results apart. */
  readonly kind: 'saved';
}

/** The version in the ledger is another: nothing was changed. */
export interface Stale {
  /** Tells the results apart. */
  readonly kind: 'stale';
}

/** Another entry in state `accept` has the record: nothing was changed. */
export interface RecordTaken {
  /** Tells the results apart. */
  readonly kind: 'record_taken';
  /** The lead that was accepted with it. */
  readonly firstLeadId: string;
}

/** What saving an entry found. */
export type SaveResult = Saved | Stale | RecordTaken;

/** Which leads to take into one hand. */
export interface LeaseQuery {
  /** Those whose `dueAt` has come by this instant, the longest due first. */
  readonly dueBy: number;
  /** This lead alone. */
  readonly leadId?: string | undefined;
  /** The new `dueAt`: until then no other hand gets them. */
  readonly until: number;
  /** The most leads to take. */
  readonly limit: number;
}

/** What is done in the ledger's own transaction, just before it commits. */
export type WithinSave<Tx> = (tx: Tx) => void | Promise<void>;

/**
 * Where an intake keeps its leads: a table with one row for each, and five statements, each of them
 * atomic and durable when its promise resolves. `Tx` is what the ledger's transaction hands to the
 * caller's own code; `undefined` where it has none to share.
 *
 * A ledger rejects with whatever its storage throws. `ledgerSuite` tells whether one is right.
 *
 * @example
 * ```ts
 * const ledger: Ledger = memoryLedger();
 * ```
 */
export interface Ledger<Tx = unknown> {
  /**
   * Whether `save` runs `within` in the transaction that it commits. Without it the intake calls
   * `onDecision` after the save, and once more where it cannot tell that it was called.
   */
  readonly transactional: boolean;
  /** Adds an entry, unless the lead is known or its share is owned; the lead is looked at first. */
  add(entry: LedgerEntry, within?: WithinSave<Tx>): Promise<AddResult>;
  /**
   * Takes leads into one hand, each given to one caller only: `version` grows by one, `inDoubt`
   * becomes true where the lead was in a hand, `inHand` becomes true, `dueAt` becomes `until`, and
   * `state` becomes `asking` where it was `hold` or `fix`. Gives the entries as they are then.
   */
  lease(query: LeaseQuery): Promise<LedgerEntry[]>;
  /** Replaces the entry of this lead whose version is `entry.version - 1`. */
  save(entry: LedgerEntry, within?: WithinSave<Tx>): Promise<SaveResult>;
  /** The lead's entry, as it stands. */
  get(leadId: string): Promise<LedgerEntry | undefined>;
  /** Which of these records, at most 100, an entry in state `accept` has. */
  acceptedRecords(cdrIds: readonly string[]): Promise<string[]>;
}

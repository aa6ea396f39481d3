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

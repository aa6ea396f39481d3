import type { LeadName } from './lead.ts';

/** Why a lead was refused, in words for both sides. */
export interface RefusalReason {
  /** The service's code, a failed rule's code (spec §7, §7.1), or one of the intake's own. */
  readonly code: string;
  /** For your own log: what was sent and what came back, but never the phone or the share URL. */
  readonly message: string;
  /** For the seller of the lead; says nothing about your configuration. */
  readonly sellerMessage: string;
}

/** How an accepted record fares under the shadow criteria; it was accepted whatever they say. */
export interface ShadowVerdict {
  /** `undecidable`: the record could not be read, or lacks what the criteria ask for. */
  readonly outcome: 'met' | 'refused' | 'undecidable';
  /** The codes of the rules that were not met (spec §7.1). */
  readonly codes: readonly string[];
}

/** What every decision has. */
export interface LeadFacts {
  /** Who sent the lead; `''` if it was taken without a source. */
  readonly source: string;
  /** The lead's identifier within its source. */
  readonly leadId: string;
  /** The request identifiers of the service's last 20 responses, for its support. */
  readonly requestIds: readonly string[];
}

/** What every final decision has. */
export interface DecidedFacts extends LeadFacts {
  /** Unix milliseconds. */
  readonly decidedAt: number;
  /**
   * Whether the service may have charged for this lead. `none` only where it is proved: the service
   * does not say whether a record's access was passed on for free, so nothing is ever certain.
   */
  readonly charge: 'none' | 'possible';
  /** Whether an earlier call made the decision, and this one only returns it. */
  readonly replayed: boolean;
  /** The person who decided with `settle`; absent if the intake did. */
  readonly settledBy?: string;
  /** What that person noted. */
  readonly note?: string;
}

/** A decision in words, for both sides. */
export interface DecisionWords {
  /** For your own log. It never has the phone or the share URL. */
  readonly message: string;
  /** For the seller of the lead; says nothing about your configuration. */
  readonly sellerMessage: string;
}

/** The record was received under the criteria, for this lead and no other. */
export interface AcceptedLead extends DecidedFacts {
  /** What was decided. */
  readonly decision: 'accept';
  /** Keep it with the lead for as long as the lead can be disputed. */
  readonly cdrId: string;
  /** The share event of the receipt (spec §4.6); absent if no receipt came for this lead. */
  readonly shareEventId?: string;
  /** What the shadow criteria say, if there are any. */
  readonly shadow?: ShadowVerdict;
}

/** Nothing was paid, or the payment was not for this lead. */
export interface RefusedLead extends DecidedFacts, DecisionWords {
  /** What was decided. */
  readonly decision: 'refuse';
  /** Each unmet rule, or the single cause; empty for a lead that was pruned. */
  readonly reasons: readonly RefusalReason[];
}

/** The same share, or the same record, came in under another lead, or was received elsewhere. */
export interface DuplicateLead extends DecidedFacts, DecisionWords {
  /** What was decided. */
  readonly decision: 'duplicate';
  /** The lead that brought it first; absent if it was received outside this ledger. */
  readonly firstLead?: LeadName;
  /** The record; absent if the service was not asked. */
  readonly cdrId?: string;
}

/** Not decided yet: the intake continues. */
export interface HeldLead extends LeadFacts, DecisionWords {
  /** What was decided. */
  readonly decision: 'hold';
  /**
   * Why: the service's code, or another if it gave none, such as `TIMEOUT`; `UNCONFIRMED`
   * (received, but the record could not be read back); `IN_HAND` (another `take` or a worker is
   * processing it); `STILL_WORKING` (the wait was over, and the work goes on); `LEASE_ENDED` (the
   * process woke after its time for the lead, and sent nothing); `LEDGER_FAILED` (the ledger, or
   * `onDecision` in its transaction); or `PAID_UNKNOWN`: it may have been paid for, and without
   * `nextAttemptAt` no call can determine that any more. `explainCode` explains each.
   */
  readonly code: string;
  /** Unix milliseconds; absent if no further attempt could tell more: a person must `settle` it. */
  readonly nextAttemptAt?: number;
  /** Unix milliseconds: when the lead was first taken. */
  readonly heldSince: number;
}

/**
 * Your own configuration is wrong: the lead is kept, and the intake continues once it is corrected.
 */
export interface LeadToFix extends LeadFacts, DecisionWords {
  /** What was decided. */
  readonly decision: 'fix';
  /**
   * The service's code, the code of an error before anything was sent, or `CLIENT_FAILED`: the
   * client, or what wraps it, failed by itself.
   */
  readonly code: string;
  /** `account`: your key or account, so that every lead is affected; `lead`: only this lead. */
  readonly scope: 'account' | 'lead';
  /** Unix milliseconds. */
  readonly nextAttemptAt: number;
  /** Unix milliseconds: when the lead was first taken. */
  readonly heldSince: number;
}

/** A final decision: nothing is requested again, and the lead's own data is erased. */
export type FinalDecision = AcceptedLead | RefusedLead | DuplicateLead;

/**
 * The state of a lead. `accept`, `refuse` and `duplicate` are final.
 *
 * @example
 * ```ts
 * const decision = await intake.take({ source: 'sunroof', leadId: 'L-1', shareUrl, phone });
 * if (decision.decision === 'accept') await crm.save(decision.leadId, decision.cdrId);
 * ```
 */
export type LeadDecision = FinalDecision | HeldLead | LeadToFix;

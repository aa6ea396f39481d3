/** Why a lead was refused, in words for both sides. */
export interface RefusalReason {
  /** The service's code, a failed rule's code (spec §7, §7.1), or one of the intake's own. */
  readonly code: string;
  /** For your own log: what was sent and what came back, but never the phone or the share URL. */
  readonly message: string;
  /** For the seller of the lead; says nothing about your configuration. */
  readonly sellerMessage: string;
}

/** The record was received under the criteria, for this lead and no other. */
export interface AcceptedLead {
  /** The caller's own identifier of the lead. */
  readonly leadId: string;
  /** What was decided. */
  readonly decision: 'accept';
  /** Keep it with the lead for as long as the lead can be disputed. */
  readonly cdrId: string;
  /** Unix milliseconds. */
  readonly decidedAt: number;
}

/** Nothing was paid, or the payment was not for this lead. */
export interface RefusedLead {
  /** The caller's own identifier of the lead. */
  readonly leadId: string;
  /** What was decided. */
  readonly decision: 'refuse';
  /** Each unmet rule, or the single cause. */
  readonly reasons: readonly RefusalReason[];
  /** Unix milliseconds. */
  readonly decidedAt: number;
}

/** The same share, or the same record, came in under another lead, or was received elsewhere. */
export interface DuplicateLead {
  /** The caller's own identifier of the lead. */
  readonly leadId: string;
  /** What was decided. */
  readonly decision: 'duplicate';
  /** The lead that brought it first; absent if it was received outside this ledger. */
  readonly firstLeadId?: string;
  /** The record; absent if the service was not asked. */
  readonly cdrId?: string;
  /** Unix milliseconds. */
  readonly decidedAt: number;
}

/** Not decided yet: `resume` continues. */
export interface HeldLead {
  /** The caller's own identifier of the lead. */
  readonly leadId: string;
  /** What was decided. */
  readonly decision: 'hold';
  /**
   * Why: the service's code, or another if it gave none, such as `TIMEOUT`; `UNCONFIRMED`
   * (received, but the record could not be read back); `IN_HAND` (another `take` or `resume` is
   * processing it); `STILL_WORKING` (your signal ended the wait, and the work goes on);
   * `LEASE_ENDED` (the process woke after its time for the lead, and sent nothing); `LEDGER_FAILED` (the ledger, or `onDecision` in its transaction); or
   * `PAID_UNKNOWN`: it may have been paid for, and without `nextAttemptAt` no call can determine
   * that any more.
   */
  readonly code: string;
  /** Unix milliseconds; absent if no further attempt could tell more. */
  readonly nextAttemptAt?: number;
  /** Unix milliseconds: when the lead was first taken. */
  readonly heldSince: number;
}

/**
 * Your own configuration is wrong: the lead is kept, and `resume` continues once it is corrected.
 */
export interface LeadToFix {
  /** The caller's own identifier of the lead. */
  readonly leadId: string;
  /** What was decided. */
  readonly decision: 'fix';
  /**
   * The service's code, the code of an error before anything was sent, or `CLIENT_FAILED`: the
   * client, or what wraps it, failed by itself.
   */
  readonly code: string;
  /** What to correct, in words for your own log. */
  readonly message: string;
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
 * const decision = await intake.take({ leadId: 'L-1', shareUrl, phone: '(212) 555-0147' });
 * if (decision.decision === 'accept') await crm.save(decision.leadId, decision.cdrId);
 * ```
 */
export type LeadDecision = FinalDecision | HeldLead | LeadToFix;

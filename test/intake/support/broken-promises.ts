import type { LeadDecision } from '../../../src/intake/index.ts';
import { keyOf } from '../../../src/intake/lead.ts';

/** What a lead was first taken with. */
export interface TakenLead {
  /** The record that its link leads to. */
  readonly cdrId: string;
  readonly link: string;
  /** Whether its phone number differs from the one on the record's form. */
  readonly isStranger: boolean;
}

/** The state of the ledger and the service at the end. */
export interface IntakeOutcome {
  readonly decisions: readonly LeadDecision[];
  /** By the names of the leads. */
  readonly taken: ReadonlyMap<string, TakenLead>;
  /** The record of each charge of the buyer. */
  readonly charges: readonly string[];
  /** Records that were paid for outside the ledger. */
  readonly elsewhere: ReadonlySet<string>;
  /** Records that were flagged invalid, which no list includes (spec §4.2 rule 5). */
  readonly invalid: ReadonlySet<string>;
  /** The records that `orphans()` returned. */
  readonly orphans: ReadonlySet<string>;
}

/** How often each promise of an intake was broken. */
export interface BrokenPromises {
  readonly doubleCharges: number;
  readonly strangers: number;
  /**
   * Charges without an accepted lead, and without a lead held as `PAID_UNKNOWN` that has an orphan.
   */
  readonly paidAndLost: number;
  readonly undecided: number;
  readonly recordsTwice: number;
  readonly linksTwice: number;
}

/** No promise was broken. */
export const KEPT: BrokenPromises = {
  doubleCharges: 0,
  strangers: 0,
  paidAndLost: 0,
  undecided: 0,
  recordsTwice: 0,
  linksTwice: 0,
};

function beyondOne(values: readonly unknown[]): number {
  return values.length - new Set(values).size;
}

const isPaidUnknown = (each: LeadDecision): boolean =>
  each.decision === 'hold' && each.code === 'PAID_UNKNOWN';

/** A person may refuse what was paid for: the record is an orphan then, and the charge `possible`. */
const isRefusedByPerson = (each: LeadDecision): boolean =>
  each.decision === 'refuse' && each.settledBy !== undefined && each.charge === 'possible';

/** Counts the broken promises. */
export function brokenPromises(outcome: IntakeOutcome): BrokenPromises {
  const { decisions, taken, charges, elsewhere, invalid, orphans } = outcome;
  const accepted = decisions.filter((each) => each.decision === 'accept');
  const records = new Set(accepted.map(({ cdrId }) => cdrId));
  const doubtful = decisions.filter((each) => isPaidUnknown(each) || isRefusedByPerson(each));
  const claimed = new Set(doubtful.map((each) => taken.get(keyOf(each))?.cdrId));
  const isKnown = (cdrId: string): boolean => {
    if (records.has(cdrId)) return true;
    const isOurs = claimed.has(cdrId) || elsewhere.has(cdrId);
    return isOurs && (orphans.has(cdrId) || invalid.has(cdrId));
  };
  return {
    doubleCharges: beyondOne(charges),
    strangers: accepted.filter((each) => {
      const { cdrId, settledBy } = each;
      const lead = taken.get(keyOf(each));
      if (settledBy !== undefined) return lead?.cdrId !== cdrId; // a person knows who it is
      return lead === undefined || lead.isStranger || lead.cdrId !== cdrId;
    }).length,
    paidAndLost: [...new Set(charges)].filter((cdrId) => !isKnown(cdrId)).length,
    undecided: decisions.filter(
      (each) => each.decision === 'fix' || (each.decision === 'hold' && !isPaidUnknown(each)),
    ).length,
    recordsTwice: beyondOne(accepted.map(({ cdrId }) => cdrId)),
    linksTwice: beyondOne(accepted.map((each) => taken.get(keyOf(each))?.link)),
  };
}

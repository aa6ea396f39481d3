import type { AcceptanceCriteria } from '../contract/acceptance.ts';
import { UNIT_MS } from '../contract/limits.ts';
import type { LeadMaterial, LedgerEntry } from './ledger-entry.ts';

/** The refusal of a lead whose time is over, and for which nothing was paid. */
export const HELD_TOO_LONG = {
  reasons: [
    {
      code: 'HELD_TOO_LONG',
      message: 'the record could not be received within holdForMs',
      sellerMessage: 'the consent record could not be received in time',
    },
  ],
};

/** How long after a receive it may still arrive at the service: a proxy can hold a request back. */
const ON_ITS_WAY_MS = 15 * UNIT_MS.minutes;

/** An undecided lead. */
export interface OpenEntry extends LedgerEntry {
  readonly material: LeadMaterial;
}

/**
 * Returns the criteria for a lead of which only one thing is left to find out: whether it was paid
 * for. They are one rule that no record meets, with a phrase made from the token, which did not exist
 * when the page was captured. If the record was received through the token, no criteria are evaluated
 * any more (spec §4.6 rule 2). Otherwise it is refused, and nothing is charged (rule 5).
 */
export function unmeetable({ shareSha256 }: LedgerEntry): AcceptanceCriteria {
  const requiredText = [{ ruleId: shareSha256, anyOf: [shareSha256] }];
  return { schemaVersion: 1, disclosure: { requiredText } };
}

/**
 * Whether the lead may no longer be received under its own criteria. A lead that waits for a fix of
 * ours is kept for as long as that takes.
 */
export function isOverdue(entry: LedgerEntry, now: number, holdForMs: number): boolean {
  return entry.scope === null && now >= entry.heldSince + holdForMs;
}

/** Returns the instant from which no receive that could succeed can still be on its way. */
export function arrivedBy({ askedAt }: LedgerEntry): number {
  return (askedAt ?? -ON_ITS_WAY_MS) + ON_ITS_WAY_MS;
}

import type { AcceptanceCriteria } from '../contract/acceptance.ts';
import type { LeadMaterial, LedgerEntry } from './ledger.ts';

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

/** An undecided lead. */
export interface OpenEntry extends LedgerEntry {
  readonly material: LeadMaterial;
}

/**
 * Returns the material of a lead of which only one thing is left to find out: whether it was paid
 * for. Its criteria are one rule that no record meets, with a phrase made from the token, which did
 * not exist when the page was captured. If the record was received through the token, no criteria
 * are evaluated any more (spec §4.6 rule 2). Otherwise it is refused, and nothing is charged
 * (rule 5).
 */
export function unmeetable({ material, shareSha256 }: OpenEntry): LeadMaterial {
  const requiredText = [{ ruleId: shareSha256, anyOf: [shareSha256] }];
  const criteria: AcceptanceCriteria = { schemaVersion: 1, disclosure: { requiredText } };
  return { ...material, criteria: JSON.stringify(criteria) };
}

/** Whether these are the criteria of `unmeetable`: no others can name the token's digest. */
export function isUnmeetable({ material, shareSha256 }: OpenEntry): boolean {
  return material.criteria.includes(shareSha256);
}

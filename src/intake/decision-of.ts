import { DECISION_WORDS } from '../decision/seller-words.ts';
import type { DecidedFacts, FinalDecision, HeldLead, LeadDecision } from './decision.ts';
import { inWords, nameOf } from './lead.ts';
import { isFinal } from './lead-states.ts';
import type { LedgerEntry } from './ledger-entry.ts';

/** What the intake's own codes mean for a lead that is held. */
const HOLD_WORDS = new Map(
  Object.entries({
    IN_HAND: 'the lead is being processed',
    STILL_WORKING: 'the wait was over, and the work for the lead goes on',
    LEASE_ENDED: 'the process woke after its time for the lead, and sent nothing',
    ABORTED: 'the signal ended the work before anything was sent',
    SERVICE_DOWN:
      'the last calls all failed, so nothing was sent; one at a time looks for the service',
    UNCONFIRMED: 'the record was received, and could not be read yet to check whose it is',
    LEDGER_FAILED: 'the decision could not be saved, so the lead is tried again',
    PAID_UNKNOWN:
      'the record may have been paid for; orphans() lists it if it was, and settle() closes the lead',
  }),
);

function factsOf(entry: LedgerEntry, replayed: boolean): DecidedFacts {
  const { requestIds, settledBy, note } = entry;
  return {
    ...nameOf(entry),
    requestIds,
    decidedAt: entry.decidedAt ?? entry.heldSince,
    charge: entry.mayBeCharged ? 'possible' : 'none',
    replayed,
    ...(settledBy !== null && { settledBy }),
    ...(note !== null && { note }),
  };
}

const once = (texts: readonly string[]): string[] => [...new Set(texts)];

function refused(entry: LedgerEntry, facts: DecidedFacts): FinalDecision {
  const { reasons } = entry;
  const message = once(reasons.map(({ message }) => message)).join('; ');
  const seller = once(reasons.map(({ sellerMessage }) => sellerMessage)).join(' ');
  return {
    decision: 'refuse',
    ...facts,
    reasons,
    message: message || 'the lead was refused',
    sellerMessage: seller || DECISION_WORDS.refuse,
  };
}

function duplicate(entry: LedgerEntry, facts: DecidedFacts): FinalDecision {
  const { firstLead, cdrId } = entry;
  const message =
    firstLead === null
      ? 'the record was received outside this ledger before'
      : `the ${cdrId === null ? 'share' : 'record'} came in under lead ${inWords(firstLead)}`;
  return {
    decision: 'duplicate',
    ...facts,
    ...(firstLead !== null && { firstLead }),
    ...(cdrId !== null && { cdrId }),
    message,
    sellerMessage: DECISION_WORDS.duplicate,
  };
}

function finalDecision(entry: LedgerEntry, replayed: boolean): FinalDecision {
  const facts = factsOf(entry, replayed);
  if (entry.state === 'refuse') return refused(entry, facts);
  if (entry.state === 'duplicate') return duplicate(entry, facts);
  const { cdrId, shareEventId, shadow } = entry;
  return {
    decision: 'accept',
    ...facts,
    cdrId: cdrId ?? '',
    ...(shareEventId !== null && { shareEventId }),
    ...(shadow !== null && { shadow }),
  };
}

/** Makes the answer for a lead that is held with a code, which the entry may not have. */
export function heldAs(entry: LedgerEntry, code: string, message: string | null = null): HeldLead {
  const { requestIds, heldSince, dueAt } = entry;
  return {
    decision: 'hold',
    ...nameOf(entry),
    requestIds,
    code,
    message: message ?? HOLD_WORDS.get(code) ?? `the service answered ${code}`,
    sellerMessage: DECISION_WORDS.hold,
    ...(dueAt !== null && { nextAttemptAt: dueAt }),
    heldSince,
  };
}

/**
 * Reads the decision from a ledger entry. A lead in state `asking` is held.
 *
 * @param replayed whether an earlier call made the decision.
 */
export function decisionOf(entry: LedgerEntry, replayed: boolean): LeadDecision {
  if (isFinal(entry.state)) return finalDecision(entry, replayed);
  if (entry.state === 'asking') return heldAs(entry, 'IN_HAND');
  const { code, message, scope, requestIds, heldSince, dueAt } = entry;
  if (entry.state === 'hold') return heldAs(entry, code ?? 'UNKNOWN', message);
  return {
    decision: 'fix',
    ...nameOf(entry),
    requestIds,
    code: code ?? 'UNKNOWN',
    message: message ?? '',
    sellerMessage: DECISION_WORDS.fix,
    scope: scope ?? 'lead',
    nextAttemptAt: dueAt ?? heldSince,
    heldSince,
  };
}

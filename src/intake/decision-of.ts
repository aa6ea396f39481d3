import type { FinalDecision, HeldLead, LeadDecision } from './decision.ts';
import { isFinal } from './lead-states.ts';
import type { LedgerEntry } from './ledger.ts';

function finalDecision(entry: LedgerEntry): FinalDecision {
  const { leadId, cdrId, firstLeadId, reasons } = entry;
  const decidedAt = entry.decidedAt ?? entry.heldSince;
  if (entry.state === 'accept')
    return { leadId, decision: 'accept', cdrId: cdrId ?? '', decidedAt };
  if (entry.state === 'refuse') return { leadId, decision: 'refuse', reasons, decidedAt };
  return {
    leadId,
    decision: 'duplicate',
    ...(firstLeadId !== null && { firstLeadId }),
    ...(cdrId !== null && { cdrId }),
    decidedAt,
  };
}

/** Reads the decision from a ledger entry. A lead in state `asking` is held. */
export function decisionOf(entry: LedgerEntry): LeadDecision {
  if (isFinal(entry.state)) return finalDecision(entry);
  const { leadId, heldSince, dueAt } = entry;
  if (entry.state === 'fix') {
    return {
      leadId,
      decision: 'fix',
      code: entry.code ?? 'UNKNOWN',
      message: entry.message ?? '',
      scope: entry.scope ?? 'lead',
      nextAttemptAt: dueAt ?? heldSince,
      heldSince,
    };
  }
  return {
    leadId,
    decision: 'hold',
    code: entry.state === 'asking' ? 'IN_HAND' : (entry.code ?? 'UNKNOWN'),
    ...(dueAt !== null && { nextAttemptAt: dueAt }),
    heldSince,
  };
}

/** Answers for a lead that is still being worked on when the wait for it has ended. */
export function stillWorking({ leadId, heldSince, dueAt }: LedgerEntry): HeldLead {
  const nextAttemptAt = dueAt ?? heldSince;
  return { leadId, decision: 'hold', code: 'STILL_WORKING', nextAttemptAt, heldSince };
}

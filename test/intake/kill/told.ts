import type { DecidedLead, FinalDecision } from '../../../src/intake/index.ts';

/** The row of a decision: what was decided of which lead, and a part of what came in with it. */
export function toldText(decision: FinalDecision, { source, leadId, data }: DecidedLead): string {
  const cdrId = 'cdrId' in decision ? (decision.cdrId ?? null) : null;
  const { price } = (data ?? {}) as { price?: number };
  return JSON.stringify([source, leadId, decision.decision, cdrId, price]);
}

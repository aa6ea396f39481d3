// A workflow of DBOS for each decision of a lead intake, started in the transaction that saves the
// decision. For an intake on `postgresLedger`, with DBOS in the same database.
import type { DBOSClient } from '@dbos-inc/dbos-sdk';
import type { DecisionContext, FinalDecision } from 'consent-evidence/intake';
import type { ClientBase } from 'pg';

/** The workflow's name and its queue's, as your worker registers them. */
export interface DecisionWorkflow {
  readonly workflowName: string;
  readonly queueName: string;
}

/**
 * Returns an `onDecision`. The workflow gets the decision and the lead's own data, which the ledger
 * then erases. Its id is the name of the lead: no two names make the same one.
 */
export function decisionsOn(client: DBOSClient, workflow: DecisionWorkflow) {
  return async (decision: FinalDecision, { tx, lead }: DecisionContext<ClientBase>) => {
    const workflowID = JSON.stringify([lead.source, lead.leadId]);
    await client.enqueueInTransaction(tx, { ...workflow, workflowID }, decision, lead.data);
  };
}

// The code under test in this folder: it creates its own client and knows nothing about tests. To stay
// short, it stores nothing; see ../lead-intake.ts for what must survive a crash.
import { ConsentEvidence, receiveDecision } from 'consent-evidence';

export interface Lead {
  readonly consentUrl: string;
  readonly phone: string;
  /** Whether our own table, written before, has this share link for this lead and no other. */
  readonly firstUse: boolean;
}

export async function routeLead(lead: Lead, client = new ConsentEvidence()): Promise<string> {
  const { consentUrl, phone, firstUse } = lead;
  // If it were sent, it could be accepted while the first lead's call is in progress. That call's next
  // attempt would then find the record received and take it for its own.
  if (!firstUse) return 'duplicate';
  try {
    const receipt = await client.shares.receive(consentUrl, {
      acceptance: {
        schemaVersion: 1,
        disclosure: { requireAllCheckboxesAffirmed: true },
        leadMatch: { phone },
      },
    });
    const decision = receiveDecision(receipt, { firstUse: true });
    return decision === 'accept' ? `sold, evidence ${receipt.cdrId}` : decision;
  } catch (error) {
    return receiveDecision(error);
  }
}

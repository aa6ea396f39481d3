// The code under test in this folder: it makes its own client and knows nothing of any test. It keeps
// nothing, so that it is short; what must outlive a crash is in ../lead-intake.ts.
import { ConsentEvidence, receiveDecision } from 'consent-evidence';

export interface Lead {
  readonly consentUrl: string;
  readonly phone: string;
  /** Our own table, written before, has this share link under this lead and no other. */
  readonly firstUse: boolean;
}

export async function routeLead(lead: Lead, client = new ConsentEvidence()): Promise<string> {
  const { consentUrl, phone, firstUse } = lead;
  // Sent all the same, it could be accepted while the first one's call is under way, whose next
  // attempt would then find the record received, and take it for its own.
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

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
  try {
    const receipt = await client.shares.receive(consentUrl, {
      acceptance: {
        schemaVersion: 1,
        disclosure: { requireAllCheckboxesAffirmed: true },
        leadMatch: { phone },
      },
    });
    const decision = receiveDecision(receipt, { firstUse });
    return decision === 'accept' ? `sold, evidence ${receipt.cdrId}` : decision;
  } catch (error) {
    return receiveDecision(error);
  }
}

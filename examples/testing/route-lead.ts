// The code under test in this folder: it makes its own client and knows nothing of any test.
import { ConsentEvidence, receiveDecision } from 'consent-evidence';

export interface Lead {
  readonly consentUrl: string;
  readonly phone: string;
}

export async function routeLead(lead: Lead, client = new ConsentEvidence()): Promise<string> {
  try {
    const { cdrId } = await client.shares.receive(lead.consentUrl, {
      acceptance: {
        schemaVersion: 1,
        disclosure: { requireAllCheckboxesAffirmed: true },
        leadMatch: { phone: lead.phone },
      },
    });
    return `sold, evidence ${cdrId}`;
  } catch (error) {
    return receiveDecision(error);
  }
}

// Receives a shared record if it meets the criteria, and says what to do with the lead.
// Receiving pays for the record; a refusal by the criteria costs nothing. A second run with the same
// link says "duplicate", whichever lead it is for, and a record that comes through a second link is
// accepted again: lead-intake.ts keeps what is needed to tell these cases apart.
import { ConsentEvidence, explainFailures, explainReceive, isApiError } from 'consent-evidence';
import { criteria } from './criteria.ts';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  /** The share URL or its token, as it came with the lead. */
  readonly SHARE_URL: string;
  /** The phone number as it came with the lead, in any common form. */
  readonly LEAD_PHONE: string;
}

/** Decides on one lead, by the share URL and the phone number that came with it. */
export async function receiveLead(client: ConsentEvidence, shareUrl: string, phone: string) {
  const acceptance = { ...criteria, leadMatch: { phone } };
  try {
    const receipt = await client.shares.receive(shareUrl, { acceptance, deadlineMs: 10_000 });
    const { decision, message } = explainReceive(receipt);
    return { decision, cdrId: receipt.cdrId, why: [message] };
  } catch (error) {
    const { decision, message } = explainReceive(error);
    if (!isApiError(error, 'CDR_ACCEPTANCE_FAILED')) return { decision, why: [message] };
    const explained = explainFailures(error.details.failures, acceptance);
    return { decision, why: explained.map(({ words }) => words) };
  }
}

export async function run(env: Env) {
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  return receiveLead(client, env.SHARE_URL, env.LEAD_PHONE);
}

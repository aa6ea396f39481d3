// Receives a shared record if it meets the criteria, and says what to do with the lead.
// Receiving pays for the record; a refusal by the criteria costs nothing. Run again with the same link
// it says "duplicate", whoever's lead that is, and a record that comes through a second link it accepts
// again: lead-intake.ts keeps the records that can tell.
import { ConsentEvidence, explainFailures, explainReceive, isApiError } from 'consent-evidence';
import { criteria } from './criteria.ts';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  /** As the lead brought it: a share URL, or its token. */
  readonly SHARE_URL: string;
  /** As the lead brought it, in any common form. */
  readonly LEAD_PHONE: string;
}

/** One lead: the share URL and the phone number as it brought them. */
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

// Receives a shared record if it meets the criteria, and says what to do with the lead if not.
// Receiving pays for the record; a refusal by the criteria costs nothing.
import { ConsentEvidence, explainFailures, isApiError, receiveDecision } from 'consent-evidence';
import { criteria } from './criteria.ts';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  /** As the lead brought it: a share URL, or its token. */
  readonly SHARE_URL: string;
  /** As the lead brought it, in any common form. */
  readonly LEAD_PHONE: string;
}

export async function run(env: Env) {
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
    deadlineMs: 10_000,
  });
  const acceptance = { ...criteria, leadMatch: { phone: env.LEAD_PHONE } };
  try {
    const { cdrId, alreadyClaimed } = await client.shares.receive(env.SHARE_URL, { acceptance });
    return { decision: 'accept', cdrId, alreadyClaimed };
  } catch (error) {
    const decision = receiveDecision(error);
    if (!isApiError(error, 'CDR_ACCEPTANCE_FAILED')) return { decision, why: [String(error)] };
    const explained = explainFailures(error.details.failures, acceptance);
    return { decision, why: explained.map(({ words }) => words) };
  }
}

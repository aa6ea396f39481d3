// The code under test in this folder: it creates its own client and knows nothing about tests. To stay
// short, it stores nothing; see ../lead-intake.ts for what must survive a crash.
import { type Cdr, ConsentEvidence, normalizePhone, receiveDecision } from 'consent-evidence';

export interface Lead {
  readonly consentUrl: string;
  readonly phone: string;
  /** Whether our own table, written before, has this share link for this lead and no other. */
  readonly firstUse: boolean;
}

/** Whether the record shows that its form had other numbers, but not this one. */
function isAnothers({ autoMetadata }: Cdr, phone: string): boolean {
  const digits = normalizePhone(phone) ?? '';
  return autoMetadata?.phones?.every((each) => !each.endsWith(digits)) ?? false;
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
        disclosure: { requireEveryDisclosureConsented: true, allowConsentBySubmission: true },
        leadMatch: { phone },
      },
    });
    const { alreadyClaimed, cdrId } = receipt;
    // Either our own attempt received it and its response was lost, or a colleague did, by hand: then
    // nobody has compared it with this lead.
    if (alreadyClaimed && isAnothers(await client.cdrs.get(cdrId), phone)) return 'duplicate';
    const decision = receiveDecision(receipt, { firstUse: true });
    return decision === 'accept' ? `sold, evidence ${cdrId}` : decision;
  } catch (error) {
    return receiveDecision(error);
  }
}

// Tests criteria on the records that the organization holds, before using them on leads: how many would
// pass, and how many each rule refuses. It only reads, and nothing is charged.
import { ConsentEvidence, evaluateAcceptance, lintAcceptance } from 'consent-evidence';
import { criteria } from './criteria.ts';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  /** How many records of each domain to test, newest first. Default: 200. */
  readonly LIMIT?: string | undefined;
}

export async function run(env: Env, now: number = Date.now()) {
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  const limit = Number(env.LIMIT ?? 200);
  const outcomes = { accepted: 0, rejected: 0, undecidable: 0 };
  const refusedBy: Record<string, number> = {};
  for (const domainId of await client.domains.list()) {
    let tried = 0;
    for await (const { cdrId, devMode } of client.cdrs.list(domainId, { pageSize: 100 })) {
      if (tried >= limit) break;
      if (devMode) continue; // can never be received
      tried += 1;
      // A list entry has no consent facts, so read the whole record.
      const { outcome, failures } = evaluateAcceptance(criteria, await client.cdrs.get(cdrId), {
        now,
      });
      outcomes[outcome] += 1;
      for (const { ruleId, code } of failures) {
        const rule = `${ruleId} ${code}`;
        refusedBy[rule] = (refusedBy[rule] ?? 0) + 1;
      }
    }
  }
  return { warnings: lintAcceptance(criteria).map(({ message }) => message), outcomes, refusedBy };
}

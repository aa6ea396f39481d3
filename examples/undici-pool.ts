// Lists the records of all domains at once, over a pool of eight connections of your own undici. For a
// proxy, use `new ProxyAgent(…)` instead; the rest stays the same.
import { ConsentEvidence } from 'consent-evidence';
import { undiciFetch } from 'consent-evidence/undici';
import { Agent } from 'undici';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
}

export async function run(env: Env) {
  const dispatcher = new Agent({ connections: 8, connect: { timeout: 2_000 } });
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
    fetch: undiciFetch({ dispatcher }),
  });
  try {
    const domains = await client.domains.list();
    const counts = domains.map(async (domainId) => {
      const entries = await client.cdrs
        .list(domainId, { pageSize: 100 })
        .toArray({ limit: 10_000 });
      return [domainId, entries.length] as const;
    });
    return { records: Object.fromEntries(await Promise.all(counts)) };
  } finally {
    await dispatcher.close();
  }
}

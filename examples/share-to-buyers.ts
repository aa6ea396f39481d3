// Shares one record with several buyers, each with a token of its own, so that each share can expire
// separately and a leak can be traced to one buyer.
import { writeFile } from 'node:fs/promises';
import { ConsentEvidence, isConsentEvidenceError, type Outcome } from 'consent-evidence';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  readonly CDR_ID: string;
  /** The buyers' names, separated by commas. */
  readonly BUYERS: string;
  /** The file to write the share URLs to. */
  readonly OUT?: string | undefined;
}

interface Shared {
  readonly buyer: string;
  readonly shareUrl: string;
  readonly expiresAt: number;
}

interface NotShared {
  readonly buyer: string;
  readonly message: string;
  /** If `unknown`, a token may exist that no one knows; sharing again makes another. */
  readonly outcome: Outcome | undefined;
}

export async function run(env: Env) {
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  const shared: Shared[] = [];
  const failed: NotShared[] = [];
  for (const buyer of env.BUYERS.split(',').map((name) => name.trim())) {
    try {
      const { shareUrl, expiresAt } = await client.cdrs.share(env.CDR_ID, {
        expiresIn: { days: 3 },
      });
      shared.push({ buyer, shareUrl, expiresAt });
    } catch (error) {
      if (!isConsentEvidenceError(error)) throw error;
      const { outcome } = error as { outcome?: Outcome };
      failed.push({ buyer, message: error.message, outcome });
    }
  }
  // Anyone with the URL can receive the record: write it to a file only the owner can read, never a log.
  const path = env.OUT ?? 'shares.json';
  await writeFile(path, `${JSON.stringify(shared, null, 2)}\n`, { mode: 0o600 });
  return { path, shared: shared.map(({ buyer }) => buyer), failed };
}

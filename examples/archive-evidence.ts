// Copies the evidence of all collected records into a folder: each record, its image, and a manifest
// whose lines are chained by their SHA-256. A second run adds only what is new, and continues after a
// kill. Records that are not collected are listed, never paid for. Then every file is compared with
// the manifest.
import { ConsentEvidence } from 'consent-evidence';
import { archiveEvidence, folderVault, verifyArchive } from 'consent-evidence/archive';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  /** The folder to fill. */
  readonly OUT?: string | undefined;
}

export async function run(env: Env) {
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  const vault = folderVault(env.OUT ?? 'evidence');
  const { counts, problems, expiring, manifest } = await archiveEvidence(client, { vault });
  for (const { kind, cdrId, message } of problems) console.error(kind, cdrId, message);
  for (const { cdrId, archived } of expiring) {
    if (!archived) console.warn('the service deletes it soon, and it is not collected:', cdrId);
  }
  const { ok } = await verifyArchive(vault);
  // Keep the head out of reach of anyone who can write to the folder.
  return { ...counts, head: manifest.head, whole: ok };
}

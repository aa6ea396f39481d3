// Archives the evidence images of all collected records, with a manifest of their SHA-256 hashes that
// `sha256sum --check` reads. Run again, it fetches only what the manifest does not have yet: it
// compares names, for a record that was received is older than the last run, and new all the same.
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConsentEvidence } from 'consent-evidence';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  /** The folder to fill. */
  readonly OUT?: string | undefined;
}

/** The files that the manifest has already: after 64 digits and two spaces, a name. */
async function filesIn(manifest: string): Promise<Set<string>> {
  try {
    const text = await readFile(manifest, 'utf8');
    return new Set(text.split('\n').map((line) => line.slice(66)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}

export async function run(env: Env) {
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  const folder = env.OUT ?? 'evidence';
  const manifest = path.join(folder, 'SHA256SUMS');
  await mkdir(folder, { recursive: true });
  const have = await filesIn(manifest);
  const count = { archived: 0, present: 0, notCollected: 0 };
  for (const domainId of await client.domains.list()) {
    for await (const entry of client.cdrs.list(domainId, { pageSize: 100 })) {
      const { cdrId, collected } = entry;
      const file = `${encodeURIComponent(cdrId)}.png`;
      if (have.has(file)) count.present += 1;
      else if (!collected)
        count.notCollected += 1; // collecting is billable, and not done here
      else {
        // Whole, checked and durable, or not there at all.
        const { sha256 } = await client.cdrs.downloadTo(entry, path.join(folder, file));
        await appendFile(manifest, `${sha256}  ${file}\n`, { flush: true });
        count.archived += 1;
      }
    }
  }
  return { manifest, ...count };
}

// Exports the records of every domain, or of one, to an NDJSON file, one line per record. A second run
// adds the records that the file does not have yet. It compares identifiers, because a received record
// keeps the time of its capture: "newer than the last line" would miss it.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ConsentEvidence } from 'consent-evidence';
import { exportedIds } from './exported-ids.ts';
import { type Screen, showProgress } from './progress-bar.ts';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  /** The domain to export. Default: all domains. */
  readonly DOMAIN_ID?: string | undefined;
  /** The file to write. */
  readonly OUT?: string | undefined;
}

export async function run(env: Env, screen: Screen = process.stderr) {
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  const domains = env.DOMAIN_ID === undefined ? await client.domains.list() : [env.DOMAIN_ID];
  const path = env.OUT ?? 'cdrs.ndjson';
  const have = await exportedIds(path);
  let records = 0;
  let added = 0;

  async function* lines() {
    for (const [done, domainId] of domains.entries()) {
      // Pages instead of entries, so that the next page is fetched while this one is written.
      for await (const { cdrs } of client.cdrs
        .list(domainId, { pageSize: 100, order: 'asc', prefetch: 1 })
        .pages()) {
        for (const { downloadUrl: _deadIn300Seconds, ...entry } of cdrs) {
          if (have.has(entry.cdrId)) continue;
          added += 1;
          yield `${JSON.stringify(entry)}\n`;
        }
        records += cdrs.length;
        showProgress(screen, done, domains.length, `${records} records`);
      }
    }
    showProgress(screen, domains.length, domains.length, `${records} records`);
  }

  await pipeline(lines, createWriteStream(path, { flags: 'a' }));
  return { path, domains: domains.length, records, added };
}

// The job that the three examples beside this file put on their queues: read the record, collect it if
// so configured, and archive what there is. Each step can be repeated: collecting never charges twice,
// and a vault keeps a file whole or not at all, and never replaces one. So a job can run again
// whenever its worker dies.
import { type Cdr, type ConsentEvidence, type JobOutcome, jobOutcome } from 'consent-evidence';
import type { Vault } from 'consent-evidence/archive';

/** What goes on the queue: never the event itself, whose download URL expires after 300 seconds. */
export interface EvidenceJob {
  readonly cdrId: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
}

export interface EvidenceWork {
  readonly client: ConsentEvidence;
  /** Where the evidence goes: `folderVault(…)`, or your cloud storage. */
  readonly vault: Vault;
  /** Whether to pay for a record that is not collected yet. */
  readonly isWorthCollecting: (record: Cdr) => boolean;
}

async function archive(cdrId: string, work: EvidenceWork): Promise<void> {
  const { client, vault, isWorthCollecting } = work;
  let record = await client.cdrs.get(cdrId);
  // Billable, and only for records captured here: received records arrive another way.
  const isMissing = !record.collected && record.devMode !== true && record.guest !== true;
  const isPaidHere = isMissing && isWorthCollecting(record);
  if (isPaidHere) {
    await client.cdrs.collect(cdrId);
    record = await client.cdrs.get(cdrId); // as it is now: collected, and with the image's URL
  }
  const file = encodeURIComponent(cdrId);
  if (record.collected || isPaidHere) {
    const image = await client.cdrs.download(record);
    await vault.put(`images/${file}`, image.bytes, image);
  }
  const json = new TextEncoder().encode(`${JSON.stringify(record, null, 2)}\n`);
  await vault.put(`records/${file}.json`, json, { contentType: 'application/json' }); // last of all
}

/** Does the job once. If it fails, returns what the worker should do about it. */
export async function doJob(
  { cdrId, attempt }: EvidenceJob,
  work: EvidenceWork,
): Promise<JobOutcome | { readonly kind: 'done' }> {
  try {
    await archive(cdrId, work);
    return { kind: 'done' };
  } catch (error) {
    return jobOutcome(error, { attempt });
  }
}

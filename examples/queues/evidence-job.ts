// The job that the examples beside this file put on their queues: read the record, collect it if
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
  /** Found in a list, which does not tell whether a record was shared with us. */
  readonly isListed?: boolean;
}

export interface EvidenceWork {
  readonly client: ConsentEvidence;
  /** Where the evidence goes: `folderVault(…)`, or your cloud storage. */
  readonly vault: Pick<Vault, 'has' | 'put'>;
  /** Whether to pay for a record that is not collected yet. */
  readonly isWorthCollecting: (record: Cdr) => boolean;
}

const nameOf = (cdrId: string): string => `records/${encodeURIComponent(cdrId)}.json`;

/** Whether a job for this record has ended well before. */
export async function isArchived(cdrId: string, { vault }: EvidenceWork): Promise<boolean> {
  return vault.has(nameOf(cdrId));
}

async function archive({ cdrId, isListed }: EvidenceJob, work: EvidenceWork): Promise<void> {
  const { client, vault, isWorthCollecting } = work;
  let record = await client.cdrs.get(cdrId);
  if (isListed === true && record.guest === true) return; // received records arrive another way
  // Billable, and only for records captured here.
  const isMissing = !record.collected && record.devMode !== true && record.guest !== true;
  const isPaidHere = isMissing && isWorthCollecting(record);
  if (isPaidHere) {
    await client.cdrs.collect(cdrId);
    record = await client.cdrs.get(cdrId); // as it is now: collected, and with the image's URL
    // Tried again: `jobOutcome` drops a download of what is not collected, and this is paid for.
    if (!record.collected) throw new Error('paid for, and read as not collected');
  }
  if (record.collected) {
    const image = await client.cdrs.download(record);
    await vault.put(`images/${encodeURIComponent(cdrId)}`, image.bytes, image);
  }
  const json = new TextEncoder().encode(`${JSON.stringify(record, null, 2)}\n`);
  await vault.put(nameOf(cdrId), json, { contentType: 'application/json' }); // last of all
}

/** Does the job once. If it fails, returns what the worker should do about it. */
export async function doJob(
  job: EvidenceJob,
  work: EvidenceWork,
): Promise<JobOutcome | { readonly kind: 'done' }> {
  try {
    await archive(job, work);
    return { kind: 'done' };
  } catch (error) {
    return jobOutcome(error, { attempt: job.attempt });
  }
}

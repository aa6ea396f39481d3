// The job that the three examples beside this file put on their queues: read the record, collect it
// where that was told, and archive what there is. Each step can be repeated: collecting never charges
// twice, and a vault keeps a file whole or not at all, and never replaces one. So a job may run again
// whenever its worker died.
import { type Cdr, type ConsentEvidence, type JobOutcome, jobOutcome } from 'consent-evidence';
import type { Vault } from 'consent-evidence/archive';

/** What is on the queue: never the event itself, whose address is dead after 300 seconds. */
export interface EvidenceJob {
  readonly cdrId: string;
  /** Which try this is. */
  readonly attempt: number;
}

export interface EvidenceWork {
  readonly client: ConsentEvidence;
  /** Where the evidence goes: `folderVault(…)`, or the storage of your cloud. */
  readonly vault: Vault;
  /** Whether to pay for a record that is not collected yet. */
  readonly isWorthCollecting: (record: Cdr) => boolean;
}

async function archive(cdrId: string, work: EvidenceWork): Promise<void> {
  const { client, vault, isWorthCollecting } = work;
  const record = await client.cdrs.get(cdrId);
  // Billable, and only for what was captured here: a record that was received has its own way in.
  const isMissing = !record.collected && record.devMode !== true && record.guest !== true;
  const isPaidHere = isMissing && isWorthCollecting(record);
  if (isPaidHere) await client.cdrs.collect(cdrId);
  const file = encodeURIComponent(cdrId);
  if (record.collected || isPaidHere) {
    // Of a record that was just paid for, the image's address is read again.
    const image = await client.cdrs.download(isPaidHere ? cdrId : record);
    await vault.put(`images/${file}`, image.bytes, image);
  }
  const json = new TextEncoder().encode(`${JSON.stringify(record, null, 2)}\n`);
  await vault.put(`records/${file}.json`, json, { contentType: 'application/json' }); // last: all is there
}

/** Does the job once. Whatever goes wrong comes back as what its worker has to do about it. */
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

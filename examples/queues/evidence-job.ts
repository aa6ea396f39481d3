// The job that the three examples beside this file put on their queues: read the record, collect it
// where that was told, and archive what there is. Each step can be repeated: collecting never charges
// twice, and a file is whole or not there. So a job may run again whenever its worker died.
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { type Cdr, type ConsentEvidence, type JobOutcome, jobOutcome } from 'consent-evidence';

/** What is on the queue: never the event itself, whose address is dead after 300 seconds. */
export interface EvidenceJob {
  readonly cdrId: string;
  /** Which try this is. */
  readonly attempt: number;
}

export interface EvidenceWork {
  readonly client: ConsentEvidence;
  /** The folder that is filled. */
  readonly folder: string;
  /** Whether to pay for a record that is not collected yet. */
  readonly isWorthCollecting: (record: Cdr) => boolean;
}

/** A file as a whole, on the disk under its name when this resolves. */
async function write(file: string, text: string): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  const handle = await open(part, 'w', 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(part, file);
}

async function archive(cdrId: string, work: EvidenceWork): Promise<void> {
  const { client, folder, isWorthCollecting } = work;
  const record = await client.cdrs.get(cdrId);
  // Billable, and only for what was captured here: a record that was received has its own way in.
  const isMissing = !record.collected && record.devMode !== true && record.guest !== true;
  const isPaidHere = isMissing && isWorthCollecting(record);
  if (isPaidHere) await client.cdrs.collect(cdrId);
  const file = path.join(folder, encodeURIComponent(cdrId));
  await mkdir(folder, { recursive: true });
  if (record.collected) await client.cdrs.downloadTo(record, `${file}.png`);
  else if (isPaidHere) await client.cdrs.downloadTo(cdrId, `${file}.png`);
  await write(`${file}.json`, `${JSON.stringify(record, null, 2)}\n`); // last: all of it is there
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

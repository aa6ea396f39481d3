// The job that the examples beside this file put on their queues: archive the record, and collect it
// first if that is needed and so configured. Each step can be repeated: collecting never charges twice,
// and `archiveRecord` gives each record one line, whoever does the job. So a job can run again whenever
// its worker dies, beside any other and beside `archiveEvidence`, which takes what no job took.
import { type Cdr, type ConsentEvidence, type JobOutcome, jobOutcome } from 'consent-evidence';
import { type ArchivedRecord, archiveRecord, type Vault } from 'consent-evidence/archive';

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

async function archive(cdrId: string, work: EvidenceWork): Promise<ArchivedRecord['state']> {
  const { client, vault, isWorthCollecting } = work;
  const { state } = await archiveRecord(client, { vault, cdrId });
  if (state !== 'not_collected') return state;
  const record = await client.cdrs.get(cdrId);
  // Billable. A record that was shared with us is paid for by whoever decides about its lead.
  if (record.guest === true || !isWorthCollecting(record)) return state;
  await client.cdrs.collect(cdrId);
  const paid = await archiveRecord(client, { vault, cdrId });
  // Tried again: the job must not end with what is paid for and not archived.
  if (paid.state === 'not_collected') throw new Error('paid for, and read as not collected');
  return paid.state;
}

/** Does the job once. If it fails, returns what the worker should do about it. */
export async function doJob(
  { cdrId, attempt }: EvidenceJob,
  work: EvidenceWork,
): Promise<JobOutcome | { readonly kind: 'done' }> {
  try {
    const state = await archive(cdrId, work);
    return state === 'gone' ? { kind: 'drop', code: 'CDR_INVALID' } : { kind: 'done' };
  } catch (error) {
    return jobOutcome(error, { attempt });
  }
}

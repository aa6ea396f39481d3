import type { CdrListEntry } from '../contract/cdr.ts';

/** What is kept of a list entry while its page is worked off. */
export interface ListedRecord {
  readonly cdrId: string;
  readonly createdAt: number;
  /** Where it was captured. */
  readonly host: string;
  readonly isAcknowledged: boolean;
}

/** A long walk holds thousands of these: nothing of the metadata. */
export function listedRecord(entry: CdrListEntry): ListedRecord {
  return {
    cdrId: entry.cdrId,
    createdAt: entry.createdAt,
    host: entry.domain,
    isAcknowledged: entry.webhookSuccessfullySentAt !== undefined,
  };
}

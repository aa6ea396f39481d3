import type { CdrListEntry } from '../../contract/cdr.ts';

/** The part of a list entry that is kept while its page is processed. */
export interface ListedRecord {
  readonly cdrId: string;
  readonly createdAt: number;
  /** The host on which it was captured. */
  readonly host: string;
  readonly isAcknowledged: boolean;
}

/** Drops the metadata of a list entry: a long walk holds thousands of these. */
export function listedRecord(entry: CdrListEntry): ListedRecord {
  return {
    cdrId: entry.cdrId,
    createdAt: entry.createdAt,
    host: entry.domain,
    isAcknowledged: entry.webhookSuccessfullySentAt !== undefined,
  };
}

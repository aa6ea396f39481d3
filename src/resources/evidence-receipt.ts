import type { Cdr, CdrListEntry } from '../contract/cdr.ts';

/** An evidence image that arrived completely. */
export interface EvidenceReceipt<Given extends CdrListEntry = Cdr> {
  /** The record whose image it is. */
  cdrId: string;
  /**
   * That record: the one that was passed in, or the one that was read. Its `downloadUrl` gives
   * access to the image for 300 seconds: do not store it.
   */
  record: Given | Cdr;
  /** As the record says; the store's own is only compared with it. */
  contentType: string;
  /** In bytes: counted, and the same as the record says. */
  size: number;
  /** Of the bytes, in lower-case hexadecimal digits. */
  sha256: string;
  /** Unix milliseconds of the client's clock: when the last byte had arrived. */
  fetchedAt: number;
  /** Of the reply that named the image; absent where the record was handed in and its URL alive. */
  requestId?: string;
}

/** An evidence image in memory. */
export interface DownloadedEvidence<Given extends CdrListEntry = Cdr>
  extends EvidenceReceipt<Given> {
  /** The image, whole. */
  bytes: Uint8Array;
}

import type { Cdr, CdrListEntry } from '../contract/cdr.ts';

/** An evidence image that arrived completely. */
export interface EvidenceReceipt<Given extends CdrListEntry = Cdr> {
  /** The record whose image it is. */
  cdrId: string;
  /**
   * That record, as passed in or as read. Its `downloadUrl` gives access to the image for 300
   * seconds: do not store it.
   */
  record: Given | Cdr;
  /** As stated in the record. The store's own content type is only compared with it. */
  contentType: string;
  /** In bytes, as counted; the same as the record states. */
  size: number;
  /** SHA-256 of the bytes, in lower-case hexadecimal digits. */
  sha256: string;
  /** Unix milliseconds on the client's clock: when the last byte had arrived. */
  fetchedAt: number;
  /** Of the reply with the URL. Absent if the record was passed in and its URL still worked. */
  requestId?: string;
}

/** An evidence image in memory. */
export interface DownloadedEvidence<Given extends CdrListEntry = Cdr>
  extends EvidenceReceipt<Given> {
  /** The whole image. */
  bytes: Uint8Array;
}

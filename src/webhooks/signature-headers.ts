import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import { readHeader, type WebhookHeaders } from './read-header.ts';
import { parseSignature, WEBHOOK_HEADERS } from './signature-text.ts';

/** The signed part of a delivery's headers (spec §6.2). */
export interface SignatureHeaders {
  /** As received: the signature covers this text. */
  readonly timestamp: string;
  /** The same instant in Unix milliseconds. */
  readonly signedAt: number;
  /** 64 hex digits in lower case. */
  readonly digest: string;
}

const UNSIGNED_HINT =
  'the service signs once a signing secret is set in the dashboard; a proxy may drop headers';

/** Reads both headers, or refuses with the reason. No message repeats their values. */
export function readSignatureHeaders(headers: WebhookHeaders): SignatureHeaders {
  const signatureText = readHeader(headers, WEBHOOK_HEADERS.signature);
  const timestamp = readHeader(headers, WEBHOOK_HEADERS.timestamp);
  if (!signatureText) {
    const message = `the ${WEBHOOK_HEADERS.signature} header is missing`;
    throw new WebhookVerificationError('missing_signature', message, { hint: UNSIGNED_HINT });
  }
  if (!timestamp) {
    const message = `the ${WEBHOOK_HEADERS.timestamp} header is missing`;
    throw new WebhookVerificationError('missing_timestamp', message, { hint: UNSIGNED_HINT });
  }
  const digest = parseSignature(signatureText);
  if (digest === undefined) {
    const message = `the ${WEBHOOK_HEADERS.signature} header is not sha256= and 64 hex digits`;
    throw new WebhookVerificationError('malformed_signature', message);
  }
  // Up to 15 digits, so that milliseconds are accepted here and `checkAge` can name the mistake.
  if (!/^\d{1,15}$/.test(timestamp)) {
    const message = `the ${WEBHOOK_HEADERS.timestamp} header is not whole Unix seconds`;
    throw new WebhookVerificationError('malformed_timestamp', message);
  }
  return { timestamp, signedAt: Number(timestamp) * 1000, digest };
}

import { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';
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

type Name = 'signature' | 'timestamp';

function refuse(fault: 'missing' | 'malformed', name: Name, what: string, hint?: string): never {
  const message = `the ${WEBHOOK_HEADERS[name]} header is ${what}`;
  throw new WebhookVerificationError(`${fault}_${name}`, message, { hint });
}

/** Reads both headers, or refuses with the reason. No message repeats their values. */
export function readSignatureHeaders(headers: WebhookHeaders): SignatureHeaders {
  const read = (name: Name): string =>
    readHeader(headers, WEBHOOK_HEADERS[name]) || refuse('missing', name, 'missing', UNSIGNED_HINT);
  const digest = parseSignature(read('signature'));
  const timestamp = read('timestamp');
  if (digest === undefined) refuse('malformed', 'signature', 'not sha256= and 64 hex digits');
  // Up to 15 digits, so that milliseconds are accepted here and `checkAge` can name the mistake.
  if (!/^\d{1,15}$/.test(timestamp)) refuse('malformed', 'timestamp', 'not whole Unix seconds');
  return { timestamp, signedAt: Number(timestamp) * 1000, digest };
}

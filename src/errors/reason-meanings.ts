import type { EvidenceUnavailableError, PaginationError, TimeoutError } from './call-errors.ts';
import type { Meaning } from './code-meanings.ts';
import type { WebhookVerificationReason } from './webhook-verification-error.ts';

type Reasons<Reason extends string> = Readonly<Record<Reason, Meaning>>;

const AGAIN = 'For a read, collect or receive: call again. For share, another token may result.';

/**
 * The reasons of each class that has any, by class name. The compiler checks that none is missing.
 */
export const REASON_MEANINGS: {
  readonly EvidenceUnavailableError: Reasons<EvidenceUnavailableError['reason']>;
  readonly PaginationError: Reasons<PaginationError['reason']>;
  readonly TimeoutError: Reasons<TimeoutError['limit']>;
  readonly WebhookVerificationError: Reasons<WebhookVerificationReason>;
} = {
  EvidenceUnavailableError: {
    not_collected: {
      cause: 'Your organization has not collected the record.',
      next: 'Collect the record, then download again.',
    },
    dev_mode: {
      cause: 'The record is a Dev Mode capture. Its image can never be downloaded.',
      next: 'Nothing to do.',
    },
    integrity: {
      cause: 'The image and the record differ in size.',
      next: 'Download again. If it happens again, contact the service’s support.',
    },
    too_large: {
      cause: 'The image is larger than `download` holds in memory.',
      next: 'Use `downloadTo`, which writes it to a file.',
    },
  },
  PaginationError: {
    repeated_token: {
      cause: 'The service returned the same page token twice. The iteration would never end.',
      next: 'Start again later from the `pageToken` of the error.',
    },
    limit: {
      cause: 'There are more entries than the `limit` of `toArray`.',
      next: 'Raise `limit`, or iterate with `for await`, which holds one page at a time.',
    },
    too_many_pages: {
      cause: 'The iteration has passed the maximum number of pages.',
      next: 'Resume from the `pageToken` of the error.',
    },
    odd_domain: {
      cause:
        'The service lists a domain whose name no request can carry. Every other domain was read.',
      next: 'Use what you have, and tell the service’s support about the domain.',
    },
  },
  TimeoutError: {
    timeoutMs: {
      cause: 'One attempt took longer than `timeoutMs`, and no retry was left.',
      next: `Look at \`outcome\`. ${AGAIN}`,
    },
    deadlineMs: {
      cause: 'The whole call took longer than `deadlineMs`.',
      next: `Look at \`outcome\`. ${AGAIN}`,
    },
  },
  WebhookVerificationError: {
    missing_signature: {
      cause: 'The delivery has no `X-SVC-Signature` header. The handler answers 401.',
      next: 'Set a signing secret in the dashboard. Check whether a proxy drops headers. Otherwise the sender is not the service.',
    },
    missing_timestamp: {
      cause: 'The delivery has no `X-SVC-Timestamp` header. The handler answers 401.',
      next: 'Check whether a proxy drops headers. Otherwise the sender is not the service.',
    },
    malformed_signature: {
      cause:
        'The signature is not `sha256=` and 64 hex digits, or was sent twice. The handler answers 401.',
      next: 'Check for a proxy between the service and the receiver.',
    },
    malformed_timestamp: {
      cause: 'The timestamp is not a whole number of Unix seconds. The handler answers 401.',
      next: 'Check for a proxy between the service and the receiver.',
    },
    stale_timestamp: {
      cause:
        'The delivery was signed more than 300 seconds ago (`toleranceSeconds`). The handler answers 401.',
      next: 'Check the receiver’s clock, and whether a queue delays deliveries. It may be a replay.',
    },
    future_timestamp: {
      cause:
        'The delivery was signed more than 300 seconds in the future (`futureToleranceSeconds`). The handler answers 401.',
      next: 'Check the receiver’s clock, and whether the header is in seconds.',
    },
    signature_mismatch: {
      cause:
        'The signature is made with another secret, or the body was changed on the way. The handler answers 401.',
      next: 'Read `hint`. Compare the secret with the dashboard’s, and verify the raw bytes of the body.',
    },
    malformed_event: {
      cause:
        'The signature is right, but the body is not an event: not JSON, or without `event`, `webhookId` or a completed record’s `cdrId`. The handler answers 400.',
      next: 'Contact the service’s support.',
    },
    body_too_large: {
      cause: 'The body is larger than `maxBodyBytes` (default: 4 MiB). The handler answers 413.',
      next: 'Raise `maxBodyBytes` if the delivery is genuine.',
    },
    body_parsed: {
      cause: 'A parser read the request and kept no raw bytes. The handler answers 500.',
      next: 'Mount the handler before the body parser, or pass the raw body.',
    },
    no_secret: {
      cause: 'No secret is configured. The handler answers 500.',
      next: 'Set `CONSENT_EVIDENCE_WEBHOOK_SECRET`, or pass `secret`.',
    },
  },
};

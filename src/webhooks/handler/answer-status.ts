import type { WebhookVerificationReason } from '../../errors/webhook-verification-error.ts';

/**
 * The status of the answer to each kind of refused delivery. 401 and 400 are for the sender; 500
 * says that this receiver is misconfigured, so that its own monitoring sees it.
 */
export const REFUSAL_STATUS: Readonly<Record<WebhookVerificationReason, number>> = {
  no_secret: 500,
  body_parsed: 500,
  body_too_large: 413,
  missing_signature: 401,
  missing_timestamp: 401,
  malformed_signature: 401,
  malformed_timestamp: 401,
  stale_timestamp: 401,
  future_timestamp: 401,
  signature_mismatch: 401,
  malformed_event: 400,
};

/** Handled, now or before: the service never resends the event (spec §6.3). */
export const OK = 200;

/** The caller's own code failed. */
export const FAILED = 500;

/** What the answer depends on failed, or is busy. */
export const UNAVAILABLE = 503;

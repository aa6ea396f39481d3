import { ConsentEvidenceError } from './consent-evidence-error.ts';
import { docsOf } from './docs-of.ts';

/** Which check a delivery failed (spec §6.2), or why it could not be checked. */
export type WebhookVerificationReason =
  | 'no_secret'
  | 'body_parsed'
  | 'body_too_large'
  | 'missing_signature'
  | 'missing_timestamp'
  | 'malformed_signature'
  | 'malformed_timestamp'
  | 'stale_timestamp'
  | 'future_timestamp'
  | 'signature_mismatch'
  | 'malformed_event';

/**
 * A delivery was not accepted. `reason` says which check failed; `hint` names the likely mistake,
 * if one could be found. A delivery with a hint is still refused.
 *
 * @example
 * ```ts
 * await verifyWebhook({ body, headers, secret }).catch((error: unknown) => {
 *   if (error instanceof WebhookVerificationError) console.warn(error.reason, error.hint);
 *   throw error;
 * });
 * ```
 */
export class WebhookVerificationError extends ConsentEvidenceError {
  static override readonly kind: string = 'WebhookVerificationError';

  /** Which check failed. */
  readonly reason: WebhookVerificationReason;
  /** The likely mistake, if one could be found. */
  declare readonly hint?: string;

  constructor(
    reason: WebhookVerificationReason,
    message: string,
    options: { hint?: string | undefined; cause?: unknown } = {},
  ) {
    const text = options.hint === undefined ? message : `${message} (${options.hint})`;
    super(['WebhookVerificationError'], text, options);
    this.reason = reason;
    if (options.hint !== undefined) this.hint = options.hint;
  }

  /** The documentation entry of `reason`. */
  override get docs(): string {
    return docsOf('WebhookVerificationError', this.reason);
  }
}

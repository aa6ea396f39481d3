import { ConsentEvidenceError } from '../errors/consent-evidence-error.ts';

/**
 * The lease of a claim ran out before the delivery was handled, and another claim took the id over.
 * The handler answers 503, and `onError` gets this: whatever `onEvent` did may be done twice, unless
 * it was done in the store's `transaction`, which was rolled back.
 *
 * @example
 * ```ts
 * const onError = (error: unknown) => {
 *   if (error instanceof WebhookClaimLostError) alert('onEvent took over 60 s', error.webhookId);
 * };
 * ```
 */
export class WebhookClaimLostError extends ConsentEvidenceError {
  static override readonly kind: string = 'WebhookClaimLostError';

  /** The delivery whose claim was lost. */
  readonly webhookId: string;

  constructor(webhookId: string) {
    super(['WebhookClaimLostError'], 'the lease ran out, and another claim took the id over');
    this.webhookId = webhookId;
  }
}

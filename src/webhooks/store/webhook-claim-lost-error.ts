import { ConsentEvidenceError } from '../../errors/consent-evidence-error.ts';

/**
 * The lease of a claim ran out before the delivery was completed, and another claim took over the
 * id. `onError` gets this error. Whatever `onEvent` did may be done twice, unless it was done in
 * the store's `transaction`, which was rolled back.
 *
 * @example
 * ```ts
 * const onError = (error: unknown) => {
 *   if (error instanceof WebhookClaimLostError) alert('onEvent took over 25 s', error.webhookId);
 * };
 * ```
 */
export class WebhookClaimLostError extends ConsentEvidenceError {
  static override readonly kind: string = 'WebhookClaimLostError';

  /** The delivery whose claim was lost. */
  readonly webhookId: string;
  /**
   * `true`: the other claim has completed the delivery, and a completion is answered 200. `false`:
   * the store did not report that, and the answer is 503.
   */
  readonly completed: boolean;

  constructor(webhookId: string, { completed = false }: { completed?: boolean } = {}) {
    super(
      ['WebhookClaimLostError'],
      completed
        ? 'the lease ran out, and another claim has completed the delivery'
        : 'the lease ran out, and another claim took over the id',
    );
    this.webhookId = webhookId;
    this.completed = completed;
  }
}

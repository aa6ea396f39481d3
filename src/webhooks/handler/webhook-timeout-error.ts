import { ConsentEvidenceError } from '../../errors/consent-evidence-error.ts';

/**
 * A delivery was answered 503 because something hung; `step`, which `onError` gets with this error,
 * says what. The work continues under its claim. If it succeeds, the next attempt finds it done and
 * is answered 200. If it fails, `onError` gets that error too.
 *
 * @example
 * ```ts
 * const onError = (error: unknown, { step, webhookId }: WebhookFailure) => {
 *   if (error instanceof WebhookTimeoutError) alert(`${step} hangs`, webhookId);
 * };
 * ```
 */
export class WebhookTimeoutError extends ConsentEvidenceError {
  static override readonly kind: string = 'WebhookTimeoutError';

  /** The time limit for the answer, in milliseconds. */
  readonly answerWithinMs: number;

  constructor(answerWithinMs: number) {
    const message = `not finished within ${answerWithinMs} ms: responded with 503, and the work continues`;
    super(['WebhookTimeoutError'], message);
    this.answerWithinMs = answerWithinMs;
  }
}

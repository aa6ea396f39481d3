import { ConsentEvidenceError } from '../../errors/consent-evidence-error.ts';

/**
 * A `memoryStore` already holds its maximum of live ids, and forgets none of them early. The
 * handler answers 503, and `onError` gets this error.
 *
 * @example
 * ```ts
 * const onError = (error: unknown) => {
 *   if (error instanceof WebhookStoreFullError) alert('raise maxIds', error.maxIds);
 * };
 * ```
 */
export class WebhookStoreFullError extends ConsentEvidenceError {
  static override readonly kind: string = 'WebhookStoreFullError';

  /** How many ids the store may hold. */
  readonly maxIds: number;

  constructor(maxIds: number) {
    super(['WebhookStoreFullError'], `the store is full: it holds ${maxIds} live webhook ids`);
    this.maxIds = maxIds;
  }
}

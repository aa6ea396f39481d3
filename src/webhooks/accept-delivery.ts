import { ignoringErrors } from '../ignoring-errors.ts';
import type { CheckedStoreOptions } from './check-handler-options.ts';
import type { WebhookFailure } from './handler-options.ts';
import type { VerifiedWebhook } from './verify-delivery.ts';
import { WebhookClaimLostError } from './webhook-claim-lost-error.ts';

const OK = 200;
const FAILED = 500;
const UNAVAILABLE = 503;

type Step = WebhookFailure['step'];

/**
 * Takes a verified delivery in, once: claim, run, complete. Gives the status to answer, which is
 * 2xx only when the event was handled and the store knows it, for the service sends no event again
 * that was acknowledged (spec §6.3). `progress` always names the step that is under way.
 */
export async function acceptDelivery(
  { event, webhookId, signedAt }: VerifiedWebhook,
  { store, onEvent, onError, now, leaseSeconds }: CheckedStoreOptions,
  progress: WebhookFailure,
): Promise<number> {
  const claimedAt = now();
  const claimId = crypto.randomUUID();
  progress.webhookId = webhookId;
  let failure: unknown;
  async function succeeds(step: Step, run: () => unknown): Promise<boolean> {
    progress.step = step;
    try {
      await run();
      return true;
    } catch (error) {
      failure = error;
      await ignoringErrors(() => onError?.(error, { step, webhookId }));
      return false;
    }
  }

  let claim: unknown;
  const claimed = await succeeds('claim', async () => {
    claim = await store.claim(webhookId, { leaseSeconds, claimId });
    if (claim !== 'new' && claim !== 'duplicate' && claim !== 'busy') {
      throw new TypeError('store.claim returned neither "new", "duplicate" nor "busy"');
    }
  });
  if (!claimed || claim === 'busy') return UNAVAILABLE;
  if (claim === 'duplicate') return OK;

  if (!(await succeeds('event', () => onEvent(event, { webhookId, signedAt, claimId })))) {
    // After the lease's end the id may be another claim's, and not every store asks for `claimId`.
    const stillOurs = now() - claimedAt < leaseSeconds * 1000;
    if (stillOurs) await succeeds('release', () => store.release(webhookId, { claimId }));
    return FAILED;
  }
  if (await succeeds('complete', () => store.complete(webhookId, { claimId }))) return OK;
  // Handled twice is handled, and the store knows it: `onError` was told, and sending ends.
  return failure instanceof WebhookClaimLostError && failure.completed ? OK : UNAVAILABLE;
}

import { ignoringErrors } from '../../platform/ignoring-errors.ts';
import type { VerifiedWebhook } from '../signature/verify-delivery.ts';
import { WebhookClaimLostError } from '../store/webhook-claim-lost-error.ts';
import { FAILED, OK, UNAVAILABLE } from './answer-status.ts';
import type { CheckedStoreOptions } from './check-handler-options.ts';
import type { WebhookFailure } from './handler-options.ts';

type Step = WebhookFailure['step'];

/**
 * Processes a verified delivery: claims it, runs `onEvent`, completes it. Returns the status of the
 * response: 2xx only if the event was handled and the store has saved it, because the service never
 * resends an acknowledged event (spec §6.3). `progress` always names the current step.
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
    if (!['new', 'duplicate', 'busy'].includes(claim as string)) {
      throw new TypeError('store.claim must return "new", "duplicate" or "busy"');
    }
  });
  if (!claimed || claim === 'busy') return UNAVAILABLE;
  if (claim === 'duplicate') return OK;

  if (!(await succeeds('event', () => onEvent(event, { webhookId, signedAt, claimId })))) {
    // After the lease ends, another claim may hold the id, and not every store checks `claimId`.
    const stillOurs = now() - claimedAt < leaseSeconds * 1000;
    if (stillOurs) await succeeds('release', () => store.release(webhookId, { claimId }));
    return FAILED;
  }
  if (await succeeds('complete', () => store.complete(webhookId, { claimId }))) return OK;
  // Handled twice, but the store has it as completed: `onError` was called, and resending can stop.
  return failure instanceof WebhookClaimLostError && failure.completed ? OK : UNAVAILABLE;
}

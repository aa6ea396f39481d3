import { ignoringErrors } from '../../platform/ignoring-errors.ts';
import type { VerifiedWebhook } from '../signature/verify-delivery.ts';
import { WebhookClaimLostError } from '../store/webhook-claim-lost-error.ts';
import { FAILED, OK, UNAVAILABLE } from './answer-status.ts';
import type { CheckedInboxOptions, CheckedStoreOptions } from './check-handler-options.ts';
import type { WebhookFailure } from './handler-options.ts';
import { isCdrCompleted } from './is-cdr-completed.ts';

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

async function takeIn(
  { event, webhookId, signedAt }: VerifiedWebhook,
  { inbox, onOther }: CheckedInboxOptions,
): Promise<void> {
  if (!isCdrCompleted(event)) {
    await onOther?.(event, { webhookId, signedAt, claimId: crypto.randomUUID() });
    return;
  }
  // Only `cdrId` has been checked, and an odd domain must not lose the event.
  const domainId = typeof event.domainId === 'string' ? event.domainId : undefined;
  const taken: unknown = await inbox.take({ cdrId: event.cdrId, domainId, via: 'webhook' });
  if (taken !== 'new' && taken !== 'known') {
    throw new TypeError('inbox.take must return "new" or "known"');
  }
}

/**
 * Passes a verified delivery to the inbox. Returns the status of the response: 2xx only if the
 * record and its job are durable, because the service never resends an acknowledged event
 * (spec §6.3). `progress` names the current step.
 */
export async function takeDelivery(
  delivery: VerifiedWebhook,
  options: CheckedInboxOptions,
  progress: WebhookFailure,
): Promise<number> {
  const { webhookId } = delivery;
  const step = isCdrCompleted(delivery.event) ? 'inbox' : 'event';
  Object.assign(progress, { step, webhookId });
  try {
    await takeIn(delivery, options);
    return OK;
  } catch (error) {
    await ignoringErrors(() => options.onError?.(error, { step, webhookId }));
    return step === 'inbox' ? UNAVAILABLE : FAILED;
  }
}

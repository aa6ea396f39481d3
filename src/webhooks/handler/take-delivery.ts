import { ignoringErrors } from '../../platform/ignoring-errors.ts';
import type { VerifiedWebhook } from '../signature/verify-delivery.ts';
import { FAILED, OK, UNAVAILABLE } from './answer-status.ts';
import type { CheckedInboxOptions } from './check-handler-options.ts';
import type { WebhookFailure } from './handler-options.ts';
import { isCdrCompleted } from './is-cdr-completed.ts';

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

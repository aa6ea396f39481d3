import { ignoringErrors } from '../ignoring-errors.ts';
import type { CheckedInboxOptions } from './check-handler-options.ts';
import type { WebhookFailure } from './handler-options.ts';
import { isCdrCompleted } from './is-cdr-completed.ts';
import type { VerifiedWebhook } from './verify-delivery.ts';

const OK = 200;
const FAILED = 500;
const UNAVAILABLE = 503;

async function takeIn(
  { event, webhookId, signedAt }: VerifiedWebhook,
  { inbox, onOther }: CheckedInboxOptions,
): Promise<void> {
  if (!isCdrCompleted(event)) {
    await onOther?.(event, { webhookId, signedAt, claimId: crypto.randomUUID() });
    return;
  }
  // Only the `cdrId` is checked by then, and an odd domain must not lose the event.
  const domainId = typeof event.domainId === 'string' ? event.domainId : undefined;
  const taken: unknown = await inbox.take({ cdrId: event.cdrId, domainId, via: 'webhook' });
  if (taken !== 'new' && taken !== 'known') {
    throw new TypeError('inbox.take returned neither "new" nor "known"');
  }
}

/**
 * Hands a verified delivery to the inbox. Gives the status to answer, which is 2xx only when the
 * record and its job are durable, for the service sends no event again that was acknowledged
 * (spec §6.3). `progress` names the step that is under way.
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

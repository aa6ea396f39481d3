import { mismatchHint } from './mismatch-hint.ts';
import {
  type VerifiedWebhook,
  type VerifyWebhookOptions,
  verifyDelivery,
} from './verify-delivery.ts';

/**
 * Verifies a delivery by the service's rules (spec §6.2) and returns its event. Without a valid
 * signature it always rejects. The digest covers the timestamp's text and the body's bytes as they
 * arrived, and is compared in constant time.
 *
 * @throws `WebhookVerificationError`, whose `reason` says which check failed and whose optional
 * `hint` names the likely mistake; `InvalidInputError` for invalid options; anything that a
 * `secret` function throws.
 * @example
 * ```ts
 * const { event, webhookId } = await verifyWebhook({
 *   body: await request.text(),
 *   headers: request.headers,
 *   secret: [process.env.CONSENT_EVIDENCE_WEBHOOK_SECRET, process.env.OLD_WEBHOOK_SECRET],
 * });
 * ```
 */
export function verifyWebhook(options: VerifyWebhookOptions): Promise<VerifiedWebhook> {
  return verifyDelivery(options, mismatchHint);
}

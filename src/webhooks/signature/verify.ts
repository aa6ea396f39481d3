import { checkedOptions } from '../../errors/checked-options.ts';
import { anything } from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';
import { AGE_OPTIONS } from './check-age.ts';
import { mismatchHint } from './mismatch-hint.ts';
import {
  type VerifiedWebhook,
  type VerifyWebhookOptions,
  verifyDelivery,
} from './verify-delivery.ts';

/** Body and headers are refused by errors of their own, which say what was handed in. */
const OPTIONS = (): OptionTable<VerifyWebhookOptions> => ({
  body: anything,
  headers: anything,
  secret: anything,
  ...AGE_OPTIONS(),
});

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
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<VerifiedWebhook> {
  return verifyDelivery(checkedOptions(OPTIONS, options), mismatchHint);
}

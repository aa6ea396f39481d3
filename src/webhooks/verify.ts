import type { WebhookEvent } from '../contract/webhook.ts';
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import { type AgeOptions, checkAge } from './check-age.ts';
import { equalText } from './equal-text.ts';
import { WEBHOOK_HEADERS } from './header-names.ts';
import { platformHmac } from './hmac.ts';
import { type Mismatch, mismatchHint } from './mismatch-hint.ts';
import { parseEvent } from './parse-event.ts';
import { rawBody, type WebhookBody } from './raw-body.ts';
import { readHeader, type WebhookHeaders } from './read-header.ts';
import { readSignatureHeaders } from './signature-headers.ts';
import { usableSecrets, type WebhookSecret } from './usable-secrets.ts';

/** A delivery, and what to check it with. */
export interface VerifyWebhookOptions extends AgeOptions {
  /** The raw body: text or bytes as they arrived, never a parsed object. */
  body: WebhookBody;
  /** The headers of the delivery, names in any case. */
  headers: WebhookHeaders;
  /** The signing secret of the dashboard; a list of them, or a function, while one is replaced. */
  secret: WebhookSecret;
}

/** A delivery that the service signed. */
export interface VerifiedWebhook {
  /** The service's own object; {@link isCdrCompleted} narrows it. */
  event: WebhookEvent;
  /** The body's, which is signed: de-duplicate by it. */
  webhookId: string;
  /** When this attempt was signed, in Unix milliseconds (the header has seconds). */
  signedAt: number;
  /** Which secret matched: its place in the list, 0 for a single one. */
  secretIndex: number;
  /** Whether the unsigned id header names the same delivery; `false` where it is missing. */
  headerIdMatches: boolean;
}

async function matchingIndex(delivery: Mismatch): Promise<number | undefined> {
  const { hmac, secrets, timestamp, body, digest } = delivery;
  for (const { text, index } of secrets) {
    const own = hmac(text, timestamp, body);
    if (equalText(typeof own === 'string' ? own : await own, digest)) return index;
  }
  return undefined;
}

/**
 * Verifies a delivery by the service's rules (spec §6.2) and gives its event. It fails closed:
 * without a signature there is no event. The digest runs over the timestamp's text and the body's
 * bytes as they arrived and is compared in constant time.
 *
 * @throws `WebhookVerificationError`, whose `reason` says which check failed and whose `hint`, where
 * there is one, the likely mistake; `InvalidInputError` for options that make no sense; whatever a
 * `secret` function throws.
 * @example
 * ```ts
 * const { event, webhookId } = await verifyWebhook({
 *   body: await request.text(),
 *   headers: request.headers,
 *   secret: [process.env.WEBHOOK_SECRET, process.env.WEBHOOK_SECRET_OLD],
 * });
 * ```
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<VerifiedWebhook> {
  const body = rawBody(options.body);
  const { timestamp, signedAt, digest } = readSignatureHeaders(options.headers);
  checkAge(signedAt, options);
  const { secret } = options;
  const secrets = usableSecrets(typeof secret === 'function' ? await secret() : secret);
  const delivery = { hmac: platformHmac(), secrets, timestamp, body, digest };
  const secretIndex = await matchingIndex(delivery);
  if (secretIndex === undefined) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'no secret gives this signature: another secret, or the body was changed on its way',
      { hint: await mismatchHint(delivery) },
    );
  }
  const event = parseEvent(body);
  const headerId = readHeader(options.headers, WEBHOOK_HEADERS.id);
  const { webhookId } = event;
  return { event, webhookId, signedAt, secretIndex, headerIdMatches: headerId === webhookId };
}

import type { WebhookEvent } from '../contract/webhook.ts';
import { environmentVariable } from '../environment.ts';
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import { type AgeOptions, checkAge } from './check-age.ts';
import { platformHmac } from './hmac.ts';
import type { Mismatch } from './mismatch-hint.ts';
import { parseEvent } from './parse-event.ts';
import { rawBody, type WebhookBody } from './raw-body.ts';
import { readHeader, type WebhookHeaders } from './read-header.ts';
import { readSignatureHeaders } from './signature-headers.ts';
import { equalText, WEBHOOK_HEADERS } from './signature-text.ts';
import { SECRET_VARIABLE, usableSecrets, type WebhookSecret } from './usable-secrets.ts';

/** A delivery, and what to check it with. */
export interface VerifyWebhookOptions extends AgeOptions {
  /** The raw body: text or bytes as they arrived, never a parsed object. */
  body: WebhookBody;
  /** The headers of the delivery, names in any case. */
  headers: WebhookHeaders;
  /**
   * The signing secret of the dashboard; a list of them, or a function, while one is replaced.
   * Default: the environment variable `CONSENT_EVIDENCE_WEBHOOK_SECRET`. It is not looked at where
   * `secret` is named, `secret: undefined` included, which refuses every delivery.
   */
  secret?: WebhookSecret;
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

/** The checks of {@link verifyWebhook}. A mismatch is explained where the reason reaches someone. */
export async function verifyDelivery(
  options: VerifyWebhookOptions,
  hintOf?: (mismatch: Mismatch) => Promise<string | undefined>,
): Promise<VerifiedWebhook> {
  const body = rawBody(options.body);
  const { timestamp, signedAt, digest } = readSignatureHeaders(options.headers);
  checkAge(signedAt, options);
  // Named and empty is a mistake to be told, not a wish for some other secret.
  const secret = 'secret' in options ? options.secret : environmentVariable(SECRET_VARIABLE);
  const secrets = usableSecrets(typeof secret === 'function' ? await secret() : secret);
  const delivery = { hmac: platformHmac(), secrets, timestamp, body, digest };
  let secretIndex: number | undefined;
  for (const { text, index } of secrets) {
    const own = delivery.hmac(text, timestamp, body);
    // Waited for only where the platform makes one wait.
    if (!equalText(typeof own === 'string' ? own : await own, digest)) continue;
    secretIndex = index;
    break;
  }
  if (secretIndex === undefined) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'the signature does not match: another secret, or the body was changed on the way',
      { hint: await hintOf?.(delivery) },
    );
  }
  const event = parseEvent(body);
  const headerId = readHeader(options.headers, WEBHOOK_HEADERS.id);
  const { webhookId } = event;
  return { event, webhookId, signedAt, secretIndex, headerIdMatches: headerId === webhookId };
}

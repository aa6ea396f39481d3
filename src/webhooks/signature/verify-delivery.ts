import type { WebhookEvent } from '../../contract/webhook.ts';
import { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';
import { environmentVariable } from '../../platform/environment.ts';
import { type AgeOptions, checkAge } from './check-age.ts';
import { platformHmac, webHmac } from './hmac.ts';
import type { Mismatch } from './mismatch-hint.ts';
import type { RawBody } from './raw-body.ts';
import { rawBody, type WebhookBody } from './raw-body.ts';
import {
  equalText,
  readHeader,
  readSignatureHeaders,
  WEBHOOK_HEADERS,
  type WebhookHeaders,
} from './signature-headers.ts';
import { SECRET_VARIABLE, usableSecrets, type WebhookSecret } from './usable-secrets.ts';

/** The SDK's limit, not the spec's: the id becomes a store's key. */
const WEBHOOK_ID_MAX_CHARS = 1024;

function refuse(message: string): never {
  // No cause: a JSON parser's own message quotes the body, which may contain personal data.
  throw new WebhookVerificationError('malformed_event', `the signature is right, but ${message}`);
}

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

function parseJson(body: RawBody): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : utf8.decode(body));
  } catch {
    return refuse('the body is not JSON');
  }
}

function textAt(event: object, name: 'event' | 'webhookId' | 'cdrId'): string {
  const value: unknown = event[name as keyof typeof event];
  return typeof value === 'string' && value !== '' ? value : refuse(`"${name}" is not a string`);
}

/**
 * Parses a verified body. It checks only the fields that receiving depends on: `event`, `webhookId`
 * and, for a completed record, `cdrId` (spec §6.1). Everything else is left as the service sent it,
 * and an event with an unknown name passes.
 */
export function parseEvent(body: RawBody): WebhookEvent {
  const value = parseJson(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('the body is not a JSON object');
  }
  const event = textAt(value, 'event');
  if (textAt(value, 'webhookId').length > WEBHOOK_ID_MAX_CHARS) {
    refuse(`"webhookId" is longer than ${WEBHOOK_ID_MAX_CHARS} characters`);
  }
  if (event === 'cdr.completed') textAt(value, 'cdrId');
  return value as WebhookEvent;
}

/** A delivery, and the secret to check it with. */
export interface VerifyWebhookOptions extends AgeOptions {
  /** The raw body: text or bytes as they arrived, never a parsed object. */
  body: WebhookBody;
  /** The headers of the delivery; names can be in any case. */
  headers: WebhookHeaders;
  /**
   * The signing secret from the dashboard; a list or a function during a rotation. Default: the
   * environment variable `CONSENT_EVIDENCE_WEBHOOK_SECRET`. If `secret` is present, even as
   * `undefined`, the variable is not used; `secret: undefined` refuses every delivery.
   */
  secret?: WebhookSecret;
}

/** A delivery that the service signed. */
export interface VerifiedWebhook {
  /** The event exactly as the service sent it; {@link isCdrCompleted} narrows it. */
  event: WebhookEvent;
  /** The id in the signed body; de-duplicate by it. */
  webhookId: string;
  /** When this attempt was signed, in Unix milliseconds (the header has seconds). */
  signedAt: number;
  /** The index of the secret that matched; 0 for a single one. */
  secretIndex: number;
  /** Whether the unsigned id header names the same delivery; `false` if it is missing. */
  headerIdMatches: boolean;
}

/** Does the checks of {@link verifyWebhook}. `hintOf`, if given, explains a mismatch. */
export async function verifyDelivery(
  options: VerifyWebhookOptions,
  hintOf?: (mismatch: Mismatch) => Promise<string | undefined>,
): Promise<VerifiedWebhook> {
  const given = rawBody(options.body);
  const { timestamp, signedAt, digest } = readSignatureHeaders(options.headers);
  checkAge(signedAt, options);
  // An empty `secret` that was passed explicitly is an error; do not fall back to the variable.
  const secret = 'secret' in options ? options.secret : environmentVariable(SECRET_VARIABLE);
  const hmac = platformHmac();
  // A caller may reuse its buffer while this waits. What is parsed must be what was signed.
  const body = typeof secret === 'function' || hmac === webHmac ? given.slice() : given;
  const secrets = usableSecrets(typeof secret === 'function' ? await secret() : secret);
  for (const { text, index: secretIndex } of secrets) {
    const own = hmac(text, timestamp, body);
    // Await only if the platform returns a promise.
    if (!equalText(typeof own === 'string' ? own : await own, digest)) continue;
    const event = parseEvent(body);
    const { webhookId } = event;
    const headerIdMatches = readHeader(options.headers, WEBHOOK_HEADERS.id) === webhookId;
    return { event, webhookId, signedAt, secretIndex, headerIdMatches };
  }
  const encoding = readHeader(options.headers, 'content-encoding');
  throw new WebhookVerificationError(
    'signature_mismatch',
    'the signature does not match: another secret, or the body was changed on the way',
    { hint: await hintOf?.({ hmac, secrets, timestamp, body, digest, encoding }) },
  );
}

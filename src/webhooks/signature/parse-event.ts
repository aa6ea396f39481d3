import type { WebhookEvent } from '../../contract/webhook.ts';
import { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';
import type { RawBody } from './raw-body.ts';

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

import { createHmac } from 'node:crypto';

export const SECRET = 'whsec_a-secret-of-the-dashboard';
/** 2026-01-05T12:00:00Z. */
export const NOW_MS = 1_767_614_400_000;
export const NOW_SECONDS = NOW_MS / 1000;

export const now = (): number => NOW_MS;

/** Makes a body as in spec §6.1. */
export function eventBody(changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    event: 'cdr.completed',
    orgId: 'org_1',
    cdrId: 'cdr_1',
    domainId: 'example.com',
    domain: 'quotes.example.com',
    createdAt: NOW_MS - 5000,
    ip: null,
    userAgent: 'Mozilla/5.0',
    customMetadata: { name: 'Zoë Núñez' },
    webhookId: 'wh_1',
    timestamp: NOW_MS,
    ...changes,
  });
}

/** Signs according to spec §6.2, without any code of the package. */
export function independentSignature(
  body: string | Uint8Array,
  secret: string,
  timestamp: string,
): string {
  const message = Buffer.concat([Buffer.from(timestamp), Buffer.from('.'), Buffer.from(body)]);
  return `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(message).digest('hex')}`;
}

/** Makes the three headers of spec §6.2. */
export function signedHeaders(
  body: string | Uint8Array,
  { secret = SECRET, timestamp = String(NOW_SECONDS), id = 'wh_1' } = {},
): Record<string, string> {
  return {
    'X-SVC-Webhook-Id': id,
    'X-SVC-Timestamp': timestamp,
    'X-SVC-Signature': independentSignature(body, secret, timestamp),
  };
}

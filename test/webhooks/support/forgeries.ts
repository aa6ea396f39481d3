import * as fc from 'fast-check';
import { WebhookVerificationError } from '../../../src/errors/webhook-verification-error.ts';
import { verifyWebhook } from '../../../src/webhooks/signature/verify.ts';
import type { VerifyWebhookOptions } from '../../../src/webhooks/signature/verify-delivery.ts';
import { character } from '../../texts/characters.ts';
import { eventBody, NOW_SECONDS, now, SECRET, signedHeaders } from '../delivery-fixture.ts';

const body = new TextEncoder().encode(eventBody());
const headers = signedHeaders(body);
const signature = headers['X-SVC-Signature'] ?? '';

/** Throws unless the delivery is refused, with the error that states the reason. */
async function refuse(changes: Partial<VerifyWebhookOptions>, reason?: string): Promise<void> {
  let refusal: unknown;
  try {
    await verifyWebhook({ body, headers, secret: SECRET, now, ...changes });
  } catch (error) {
    refusal = error;
  }
  if (refusal === undefined) throw new Error('accepted');
  if (!(refusal instanceof WebhookVerificationError)) {
    throw new Error('refused by another error', { cause: refusal });
  }
  if (reason !== undefined && refusal.reason !== reason) throw new Error(`said ${refusal.reason}`);
}

/** Replaces `count` items at `start` with `insert`. */
function splice<T>(items: readonly T[], start: number, count: number, insert: readonly T[]): T[] {
  return [...items.slice(0, start), ...insert, ...items.slice(start + count)];
}

const text = (maxLength: number) => fc.string({ unit: character, maxLength });
const cut = [fc.nat(1000), fc.nat(3)] as const;

const inBody = fc.asyncProperty(
  ...cut,
  fc.uint8Array({ maxLength: 4 }),
  async (at, count, added) => {
    const changed = splice([...body], at % (body.length + 1), count, [...added]);
    fc.pre(Buffer.compare(Buffer.from(changed), body) !== 0);
    await refuse({ body: Uint8Array.from(changed) }, 'signature_mismatch');
  },
);

const inSignature = fc.asyncProperty(...cut, text(4), async (at, count, added) => {
  const changed = splice([...signature], at % (signature.length + 1), count, [...added]).join('');
  fc.pre(changed.toLowerCase() !== signature);
  await refuse({ headers: { ...headers, 'X-SVC-Signature': changed } });
});

const near = fc.integer({ min: NOW_SECONDS - 300, max: NOW_SECONDS + 300 }).map(String);
const timestamps = fc.oneof(near, fc.string({ unit: character }), fc.bigInt().map(String));

const inTimestamp = fc.asyncProperty(timestamps, async (changed) => {
  fc.pre(changed !== String(NOW_SECONDS));
  await refuse({ headers: { ...headers, 'X-SVC-Timestamp': changed } });
});

const inSecret = fc.asyncProperty(...cut, text(3), async (at, count, added) => {
  const changed = splice([...SECRET], at % (SECRET.length + 1), count, [...added]).join('');
  // HMAC pads its key with NULs, so a secret that only adds NULs is the same key.
  fc.pre(changed !== '' && changed.replace(/\0+$/, '') !== SECRET);
  await refuse({ secret: changed }, 'signature_mismatch');
});

/** A correctly signed delivery with one random change. Each property holds if it is refused. */
export const FORGERIES = {
  'in its body': inBody,
  'in its signature': inSignature,
  'in its timestamp': inTimestamp,
  'or verified with another secret': inSecret,
} as const;

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { WebhookVerificationError } from '../../src/errors/webhook-verification-error.ts';
import { platformHmac, webHmac } from '../../src/webhooks/signature/hmac.ts';
import { type SignWebhookOptions, signWebhook } from '../../src/webhooks/signature/sign.ts';
import { formatSignature } from '../../src/webhooks/signature/signature-headers.ts';
import { verifyWebhook } from '../../src/webhooks/signature/verify.ts';
import { character } from '../texts/characters.ts';
import { eventBody, independentSignature, NOW_SECONDS, now, SECRET } from './delivery-fixture.ts';

const body = eventBody();
// printf '1.{}' | openssl dgst -sha256 -hmac key
const KNOWN_DIGEST = 'sha256=1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224';
const secretText = fc.string({ unit: character, minLength: 1, maxLength: 200 });

describe('signWebhook (6.2)', () => {
  it('gives the three headers with lower-case names', async () => {
    const headers = await signWebhook({
      body,
      secret: SECRET,
      webhookId: 'wh_1',
      timestamp: NOW_SECONDS,
    });
    expect(headers).toEqual({
      'x-svc-webhook-id': 'wh_1',
      'x-svc-timestamp': String(NOW_SECONDS),
      'x-svc-signature': independentSignature(body, SECRET, String(NOW_SECONDS)),
    });
    await expect(verifyWebhook({ body, headers, secret: SECRET, now })).resolves.toMatchObject({
      headerIdMatches: true,
    });
  });

  it('signs for the present by default', async () => {
    const before = Math.floor(Date.now() / 1000);
    const headers = await signWebhook({ body, secret: SECRET, webhookId: 'wh_1' });
    expect(Number(headers['x-svc-timestamp'])).toBeGreaterThanOrEqual(before);
    await expect(verifyWebhook({ body, headers, secret: SECRET })).resolves.toBeDefined();
  });

  it('gives the known digest of a fixed message', async () => {
    const headers = await signWebhook({ body: '{}', secret: 'key', webhookId: 'w', timestamp: 1 });
    expect(headers['x-svc-signature']).toBe(KNOWN_DIGEST);
  });

  it('agrees with an independent signer on any body, secret and timestamp, on both paths', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 2000 }),
        secretText,
        fc.nat(4_000_000_000),
        async (bytes, secret, timestamp) => {
          const expected = independentSignature(bytes, secret, String(timestamp));
          const signed = await signWebhook({ body: bytes, secret, webhookId: 'w', timestamp });
          expect(signed['x-svc-signature']).toBe(expected);
          const web = await webHmac(secret, String(timestamp), bytes);
          expect(formatSignature(web)).toBe(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each<[string, Partial<SignWebhookOptions>]>([
    ['secret', { secret: '' }],
    ['secret', { secret: ['a'] as never }],
    ['webhookId', { webhookId: '' }],
    ['webhookId', { webhookId: 'a\r\nx-evil: 1' }],
    ['webhookId', { webhookId: 'é' }],
    ['timestamp', { timestamp: 1.5 }],
    ['timestamp', { timestamp: -1 }],
    ['timestamp', { timestamp: Number.NaN }],
    ['timestamp', { timestamp: 1e14 }],
  ])('refuses a wrong %s: %j', async (path, changes) => {
    const error: unknown = await signWebhook({
      body,
      secret: SECRET,
      webhookId: 'w',
      ...changes,
    }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect((error as InvalidInputError).issues[0]?.path).toBe(path);
  });

  it('refuses a body that is not raw', async () => {
    await expect(
      signWebhook({ body: {} as never, secret: SECRET, webhookId: 'w' }),
    ).rejects.toBeInstanceOf(WebhookVerificationError);
  });
});

it('keeps at most a hundred keys for WebCrypto, and gives right digests when they turn over', async () => {
  for (let i = 0; i < 250; i += 1) {
    const secret = `secret-${i % 125}`;
    const digest = await webHmac(secret, '1', new Uint8Array([i]));
    expect(formatSignature(digest)).toBe(independentSignature(new Uint8Array([i]), secret, '1'));
  }
  expect(formatSignature(await platformHmac()('k', '1', new Uint8Array()))).toBe(
    independentSignature('', 'k', '1'),
  );
});

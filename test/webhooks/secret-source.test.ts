import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebhookVerificationError } from '../../src/errors/webhook-verification-error.ts';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import { verifyWebhook } from '../../src/webhooks/signature/verify.ts';
import type { VerifyWebhookOptions } from '../../src/webhooks/signature/verify-delivery.ts';
import { memoryStore } from '../../src/webhooks/store/memory-store.ts';
import { eventBody, now, SECRET, signedHeaders } from './delivery-fixture.ts';

const VARIABLE = 'CONSENT_EVIDENCE_WEBHOOK_SECRET';
const body = eventBody();
const signed = (secret: string) => ({ body, headers: signedHeaders(body, { secret }), now });

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

async function refusal(options: VerifyWebhookOptions): Promise<unknown> {
  const error: unknown = await verifyWebhook(options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return error;
}

/** Returns the status for a delivery signed with `secret`. */
async function statusFrom(options: object, secret: string): Promise<number> {
  const hooks = { store: memoryStore({ now }), onEvent: () => undefined };
  const handle = createWebhookHandler({ ...hooks, ...options, now });
  const init = { method: 'POST', body, headers: signed(secret).headers };
  return (await handle(new Request('http://localhost/', init))).status;
}

/** What an unset variable becomes on its way through templates, shells and files. */
const noSecret = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r', '\u00A0', '\uFEFF') }),
    fc.constantFrom('', '', 'undefined', 'null'),
    fc.string({ unit: fc.constantFrom(' ', '\t', '\n') }),
  )
  .map((parts) => parts.join(''));

describe('what is no secret', () => {
  it('opens no door: a delivery signed with just that is refused, in every form', async () => {
    await fc.assert(
      fc.asyncProperty(noSecret, async (text) => {
        const forms = [text, [text], [undefined, text], () => text, async () => [text, '']];
        for (const secret of forms) {
          expect(await refusal({ ...signed(text), secret })).toMatchObject({ reason: 'no_secret' });
          expect(await statusFrom({ secret }, text)).toBe(500);
        }
        vi.stubEnv(VARIABLE, text);
        expect(await refusal(signed(text))).toMatchObject({ reason: 'no_secret' });
        expect(await statusFrom({}, text)).toBe(500);
      }),
      { numRuns: 60 },
    );
  });

  it('is passed over in a list, and the places of the others stay', async () => {
    const secret = ['undefined', ' ', 'null', SECRET];
    await expect(verifyWebhook({ ...signed(SECRET), secret })).resolves.toMatchObject({
      secretIndex: 3,
    });
  });

  it.each(['undefined-1', 'Null', 'nullundefined', ' a '])('is not %j', async (secret) => {
    await expect(verifyWebhook({ ...signed(secret), secret })).resolves.toBeDefined();
  });
});

describe('the secret of the environment', () => {
  it('is read again for each delivery if the options name no secret', async () => {
    const handle = createWebhookHandler({ store: memoryStore({ now }), onEvent: vi.fn(), now });
    const status = async (secret: string) => {
      const init = { method: 'POST', body, headers: signed(secret).headers };
      return (await handle(new Request('http://localhost/', init))).status;
    };
    expect(await status('first')).toBe(500);
    for (const secret of ['first', 'second']) {
      vi.stubEnv(VARIABLE, secret);
      await expect(verifyWebhook(signed(secret))).resolves.toMatchObject({ secretIndex: 0 });
      expect(await status(secret)).toBe(200);
    }
    expect(await status('first')).toBe(401);
  });

  it('is ignored if the options have a secret, even undefined: that refuses every delivery', async () => {
    vi.stubEnv(VARIABLE, SECRET);
    const other = { ...signed(SECRET), secret: 'another' };
    expect(await refusal(other)).toMatchObject({ reason: 'signature_mismatch' });
    for (const secret of [undefined, '', [], () => undefined]) {
      expect(await refusal({ ...signed(SECRET), secret })).toMatchObject({ reason: 'no_secret' });
      expect(await statusFrom({ secret }, SECRET)).toBe(500);
    }
  });

  it('is missing on a runtime without variables, and the refusal names the variable', async () => {
    vi.stubGlobal('process', undefined);
    const error = await refusal(signed(SECRET));
    expect(error).toMatchObject({ reason: 'no_secret' });
    expect((error as WebhookVerificationError).hint).toContain(VARIABLE);
  });
});

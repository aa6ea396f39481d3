import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WebhookVerificationError } from '../../src/errors/webhook-verification-error.ts';
import { verifyWebhook } from '../../src/webhooks/verify.ts';
import { eventBody, NOW_SECONDS, now, SECRET, signedHeaders } from './delivery-fixture.ts';

const bytes = new TextEncoder().encode(eventBody());
const headers = signedHeaders(bytes);
const RUNS = { numRuns: 2000 };

async function outcome(changes: {
  body?: Uint8Array;
  headers?: Record<string, string>;
  secret?: string;
}): Promise<unknown> {
  return verifyWebhook({ body: bytes, headers, secret: SECRET, now, ...changes }).then(
    () => 'accepted',
    (reason: unknown) => reason,
  );
}

/** Replaces `count` items at `start` by `insert`. */
function splice<T>(items: readonly T[], start: number, count: number, insert: readonly T[]): T[] {
  return [...items.slice(0, start), ...insert, ...items.slice(start + count)];
}

const cut = { start: fc.nat(1000), count: fc.nat(3) };

describe('a delivery changed anywhere is refused (6.2), and nothing else is thrown', () => {
  it('in its body', async () => {
    const insert = fc.uint8Array({ maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(cut.start, cut.count, insert, async (start, count, added) => {
        const changed = splice([...bytes], start % (bytes.length + 1), count, [...added]);
        fc.pre(Buffer.compare(Buffer.from(changed), bytes) !== 0);
        const error = await outcome({ body: Uint8Array.from(changed) });
        expect(error).toBeInstanceOf(WebhookVerificationError);
        expect(error).toMatchObject({ reason: 'signature_mismatch' });
      }),
      RUNS,
    );
  });

  it('in its signature', async () => {
    const good = headers['X-SVC-Signature'] ?? '';
    const insert = fc.string({ unit: 'binary', maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(cut.start, cut.count, insert, async (start, count, added) => {
        const changed = splice([...good], start % (good.length + 1), count, [...added]).join('');
        fc.pre(changed.toLowerCase() !== good);
        const error = await outcome({ headers: { ...headers, 'X-SVC-Signature': changed } });
        expect(error).toBeInstanceOf(WebhookVerificationError);
      }),
      RUNS,
    );
  });

  it('in its timestamp', async () => {
    const near = fc.integer({ min: NOW_SECONDS - 300, max: NOW_SECONDS + 300 }).map(String);
    const timestamp = fc.oneof(near, fc.string({ unit: 'binary' }), fc.bigInt().map(String));
    await fc.assert(
      fc.asyncProperty(timestamp, async (changed) => {
        fc.pre(changed !== String(NOW_SECONDS));
        const error = await outcome({ headers: { ...headers, 'X-SVC-Timestamp': changed } });
        expect(error).toBeInstanceOf(WebhookVerificationError);
      }),
      RUNS,
    );
  });

  it('or verified with another secret', async () => {
    const insert = fc.string({ unit: 'binary', maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(cut.start, cut.count, insert, async (start, count, added) => {
        const changed = splice([...SECRET], start % (SECRET.length + 1), count, [...added]).join(
          '',
        );
        // HMAC pads its key with NULs, so one that only adds these is the same key.
        fc.pre(changed !== '' && changed.replace(/\0+$/, '') !== SECRET);
        expect(await outcome({ secret: changed })).toMatchObject({ reason: 'signature_mismatch' });
      }),
      RUNS,
    );
  });
});

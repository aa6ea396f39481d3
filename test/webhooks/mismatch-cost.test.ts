// Counts the cost of a refusal: a sender without a secret must not be able to choose it.
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import { mismatchHint } from '../../src/webhooks/signature/mismatch-hint.ts';
import { jsonTokens, respaceJson, SPACINGS } from '../../src/webhooks/signature/respace-json.ts';
import { verifyWebhook } from '../../src/webhooks/signature/verify.ts';
import { memoryStore } from '../../src/webhooks/store/memory-store.ts';
import { NOW_SECONDS, now, SECRET, signedHeaders } from './delivery-fixture.ts';

const KIB_64 = 64 * 1024;

const work = vi.hoisted(() => ({ read: 0, written: 0 }));

vi.mock('../../src/webhooks/signature/respace-json.ts', async (original) => {
  const real = await original<typeof import('../../src/webhooks/signature/respace-json.ts')>();
  return {
    ...real,
    *jsonTokens(text: string) {
      for (const token of real.jsonTokens(text)) {
        work.read += token.length;
        yield token;
      }
    },
    respaceJson(...args: Parameters<typeof real.respaceJson>) {
      const form = real.respaceJson(...args);
      work.written += form?.length ?? args[2];
      return form;
    },
  };
});

afterEach(() => {
  vi.restoreAllMocks();
});

const repeated = (unit: string) =>
  fc.nat({ max: KIB_64 }).map((length) => unit.repeat(Math.floor(length / unit.length)));

/** Bodies that are small to send and expensive to parse, indent, escape, encode or search. */
const hostileBody = fc.oneof(
  fc.constantFrom('[', '{"a":', '[[],', '{"a":[{},').chain(repeated),
  repeated('[').map((open) => open.slice(KIB_64 / 2) + ']'.repeat(open.slice(KIB_64 / 2).length)),
  fc.constantFrom('1e20,', '1,', '1e-7,', '[],', '"",', '{},').chain(repeated),
  fc
    .constantFrom('1e20', '1e300', '[[[[[[[[1]]]]]]]]', '"\\u4e2d"', '{"a":0}', '-0')
    .chain((one) => repeated(`${one},`).map((list) => `[${list}${one}]`)),
  fc
    .constantFrom('"', '\\"', '"\\', '\\', '\n', ' ', 'é', '\u4e2d', 'A', 'AAA=', '\0')
    .chain(repeated),
  fc.constantFrom('"\\"', '"a', '["').chain((start) => repeated('\\"').map((rest) => start + rest)),
  fc.json({ maxDepth: 60 }),
  fc.string({ unit: 'binary', maxLength: 2000 }),
);

const asSent = fc.tuple(hostileBody, fc.boolean()).map(([text, asBytes]) => {
  const bytes = new TextEncoder().encode(text).slice(0, KIB_64);
  return asBytes ? bytes : new TextDecoder().decode(bytes);
});

const secretTexts = fc.array(fc.constantFrom(' a ', '"b"', ' "c" ', 'd'), {
  minLength: 1,
  maxLength: 10,
});

describe('the hint of a refusal', () => {
  it('is at most 16 digests over 64 KiB in all, and reads and writes in proportion', async () => {
    await fc.assert(
      fc.asyncProperty(asSent, secretTexts, async (body, texts) => {
        Object.assign(work, { read: 0, written: 0 });
        const size = new TextEncoder().encode(typeof body === 'string' ? body : '').length;
        const length = typeof body === 'string' ? size : body.length;
        const hashed: number[] = [];
        const hmac = (_secret: string, timestamp: string, of: string | Uint8Array) => {
          const bytes = typeof of === 'string' ? Buffer.byteLength(of) : of.length;
          expect(bytes).toBeLessThanOrEqual(2 * length);
          hashed.push(timestamp.length + 1 + bytes);
          return '';
        };
        const secrets = texts.map((text, index) => ({ index, text }));
        const timestamp = String(NOW_SECONDS);
        await mismatchHint({ hmac, secrets, timestamp, body, digest: '0'.repeat(64) });
        expect(hashed.length).toBeLessThanOrEqual(16);
        expect(hashed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(KIB_64);
        // At most three forms, each within twice the body and within the bytes that may be hashed.
        const most = 3 * Math.min(2 * length, KIB_64);
        expect(work.written).toBeLessThanOrEqual(most);
        // The token beyond the limit was read too, and a number may grow to 25 characters.
        expect(work.read).toBeLessThanOrEqual(most + 3 * (length + 25));
      }),
      { numRuns: 400 },
    );
  });

  it('hands no whole value to a serialiser, which would indent it as deep as it likes', async () => {
    const stringify = vi.spyOn(JSON, 'stringify');
    const parse = vi.spyOn(JSON, 'parse');
    for (const body of ['['.repeat(KIB_64), `${'['.repeat(32_768)}${']'.repeat(32_768)}`]) {
      const headers = signedHeaders('another body');
      await verifyWebhook({ body, headers, secret: SECRET, now }).catch(() => undefined);
    }
    const written = stringify.mock.results.map(({ value }) => String(value).length);
    expect(written.reduce((sum, chars) => sum + chars, 0)).toBeLessThanOrEqual(KIB_64);
    const parsed = parse.mock.calls.map(([text]) => text.length);
    expect(parsed.reduce((sum, chars) => sum + chars, 0)).toBeLessThanOrEqual(KIB_64);
  });

  it('is made of no body above 64 KiB', async () => {
    const hmac = vi.fn(() => '');
    const shared = {
      hmac,
      secrets: [{ index: 0, text: ' a ' }],
      timestamp: '1',
      digest: '0'.repeat(64),
    };
    const large = [new Uint8Array(KIB_64 + 1), ' '.repeat(KIB_64 + 1), 'é'.repeat(KIB_64 / 2 + 1)];
    for (const body of large) await mismatchHint({ ...shared, body });
    expect(hmac).not.toHaveBeenCalled();
    await mismatchHint({ ...shared, body: ' '.repeat(1000) });
    expect(hmac).toHaveBeenCalledTimes(2);
  });

  it('is made by the handler only for an onRejected to hear', async () => {
    const body = `[${'1,'.repeat(100)}1]`;
    for (const onRejected of [undefined, vi.fn()]) {
      Object.assign(work, { read: 0, written: 0 });
      const options = { secret: SECRET, store: memoryStore(), onEvent: () => undefined, now };
      const handle = createWebhookHandler({ ...options, onRejected });
      const init = { method: 'POST', body, headers: signedHeaders('another body') };
      expect((await handle(new Request('http://localhost/', init))).status).toBe(401);
      expect(work.read > 0).toBe(onRejected !== undefined);
    }
  });
});

describe('JSON with other spaces', () => {
  it('is what JSON.stringify makes of any value that is not deep', () => {
    const [compact, pretty] = SPACINGS;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'), (value, spaces) => {
        const text = JSON.stringify(value, null, spaces);
        const made = [compact, pretty].map((spacing) => {
          return spacing && respaceJson(jsonTokens(text), spacing, Infinity);
        });
        expect(made).toEqual([JSON.stringify(value), JSON.stringify(value, null, 2)]);
      }),
    );
  });

  it('is given up soon after it is too long or too deep, and the rest is not read', () => {
    for (const spacing of SPACINGS) {
      for (const unit of ['[', '{"a":', '1e20,']) {
        let read = 0;
        const endless = function* () {
          for (;;) {
            for (const token of jsonTokens(unit)) {
              read += token.length;
              yield token;
            }
          }
        };
        expect(respaceJson(endless(), spacing, 10_000)).toBeUndefined();
        expect(read).toBeLessThanOrEqual(10_100);
      }
    }
  });
});

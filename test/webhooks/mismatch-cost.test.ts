// Counts the cost of a refusal: a sender without a secret must not be able to choose it.
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import { mismatchHint } from '../../src/webhooks/signature/mismatch-hint.ts';
import { respacedJson } from '../../src/webhooks/signature/respace-json.ts';
import { memoryStore } from '../../src/webhooks/store/memory-store.ts';
import { character } from '../texts/characters.ts';
import { NOW_SECONDS, now, SECRET, signedHeaders } from './delivery-fixture.ts';

const KIB_8 = 8 * 1024;

/** The characters that were read as JSON, and written with other spaces. */
const work = vi.hoisted(() => ({ read: 0, written: 0 }));

vi.mock('../../src/webhooks/signature/respace-json.ts', async (original) => {
  const real = await original<typeof import('../../src/webhooks/signature/respace-json.ts')>();
  return {
    *respacedJson(text: string) {
      work.read += text.length;
      for (const form of real.respacedJson(text)) {
        work.written += form.length;
        yield form;
      }
    },
  };
});

beforeEach(() => {
  Object.assign(work, { read: 0, written: 0 });
});

const repeated = (unit: string) =>
  fc.nat({ max: 2 * KIB_8 }).map((length) => unit.repeat(Math.floor(length / unit.length)));

/** Bodies that are small to send and expensive to parse, indent, escape, encode or search. */
const hostileBody = fc.oneof(
  fc.constantFrom('[', '{"a":', '[[],', '{"a":[{},').chain(repeated),
  repeated('[').map((open) => open + ']'.repeat(open.length)),
  repeated('1,').map((list) => `${'['.repeat(8)}${list}1${']'.repeat(8)}`),
  fc.constantFrom('1e20,', '1,', '1e-7,', '[],', '"",', '{},').chain(repeated),
  fc
    .constantFrom('1e20', '1e300', '[[[[[[[[1]]]]]]]]', '"\\u4e2d"', '{"a":0}', '-0')
    .chain((one) => repeated(`${one},`).map((list) => `[${list}${one}]`)),
  fc
    .constantFrom('"', '\\"', '"\\', '\\', '\n', ' ', 'é', '\u4e2d', 'A', 'AAA=', '\0')
    .chain(repeated),
  fc.constantFrom('"\\"', '"a', '["').chain((start) => repeated('\\"').map((rest) => start + rest)),
  fc.json({ maxDepth: 60 }),
  fc.string({ unit: character, maxLength: 2000 }),
);

const asSent = fc.tuple(hostileBody, fc.boolean()).map(([text, asBytes]) => {
  const bytes = new TextEncoder().encode(text).slice(0, 2 * KIB_8);
  return asBytes ? bytes : new TextDecoder().decode(bytes);
});

const secretTexts = fc.array(fc.constantFrom(' a ', '"b"', ' "c" ', 'd'), {
  minLength: 1,
  maxLength: 10,
});

describe('the hint of a refusal', () => {
  it('is at most 16 digests over 32 KiB, one parse and three texts, of a body of up to 8 KiB', async () => {
    await fc.assert(
      fc.asyncProperty(asSent, secretTexts, async (body, texts) => {
        Object.assign(work, { read: 0, written: 0 });
        const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
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
        expect(hashed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(4 * KIB_8);
        expect(work.read).toBeLessThanOrEqual(length > KIB_8 ? 0 : length);
        // A line of two characters, a line break, and an indent of 2 at 8 levels; `1e20` grows to 21.
        expect(work.written).toBeLessThanOrEqual(3 * 12 * Math.min(length, KIB_8) + 100);
      }),
      { numRuns: 400 },
    );
  });

  it('looks at no body above 8 KiB', async () => {
    const hmac = vi.fn(() => '');
    const shared = {
      hmac,
      secrets: [{ index: 0, text: ' a ' }],
      timestamp: '1',
      digest: '0'.repeat(64),
    };
    const list = `[${'1,'.repeat(32 * 1024)}1]`;
    const large = [new Uint8Array(KIB_8 + 1), ' '.repeat(KIB_8 + 1), 'é'.repeat(KIB_8 / 2 + 1)];
    for (const body of [...large, list]) await mismatchHint({ ...shared, body });
    expect(hmac).not.toHaveBeenCalled();
    expect(work).toEqual({ read: 0, written: 0 });
    await mismatchHint({ ...shared, body: ' '.repeat(1000) });
    expect(hmac).toHaveBeenCalledTimes(2);
  });

  it('is made by the handler only for an onRejected to hear', async () => {
    const body = `[${'1,'.repeat(100)}1]`;
    for (const onRejected of [undefined, vi.fn()]) {
      const options = { secret: SECRET, store: memoryStore(), onEvent: () => undefined, now };
      const handle = createWebhookHandler({ ...options, onRejected });
      const init = { method: 'POST', body, headers: signedHeaders('another body') };
      Object.assign(work, { read: 0, written: 0 });
      expect((await handle(new Request('http://localhost/', init))).status).toBe(401);
      expect(work.read > 0).toBe(onRejected !== undefined);
    }
  });
});

describe('JSON with other spaces', () => {
  it('is what JSON.stringify and json.dumps make of any value that is not deep', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'), (value, spaces) => {
        const [compact, pretty, python] = respacedJson(JSON.stringify(value, null, spaces));
        expect([compact, pretty]).toEqual([JSON.stringify(value), JSON.stringify(value, null, 2)]);
        // Left out where an indent makes nearly all of it.
        if (python !== undefined) expect(JSON.parse(python)).toEqual(JSON.parse(compact ?? ''));
      }),
    );
    const text = '{"a, b": [1, {"c": "d,\\n e"}, []], "f": {}}';
    expect([...respacedJson(text)].at(2)).toBe(text);
  });

  it('is not made of what is nested over 8 deep, brackets in texts aside', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"[[{"${']'.repeat(depth)}`;
    expect([...respacedJson(nested(8))]).toContain(nested(8));
    expect([...respacedJson(nested(9))]).toEqual([]);
  });
});

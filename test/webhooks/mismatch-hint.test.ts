import { describe, expect, it } from 'vitest';
import { WebhookVerificationError } from '../../src/errors/webhook-verification-error.ts';
import { respacedJson } from '../../src/webhooks/signature/respace-json.ts';
import { verifyWebhook } from '../../src/webhooks/signature/verify.ts';
import { eventBody, now, SECRET, signedHeaders } from './delivery-fixture.ts';

const compact = eventBody();
const pretty = JSON.stringify(JSON.parse(compact), null, 2);
const spaced = '{"event": "x", "webhookId": "wh_1", "list": [1, {"a": "b, c"}], "none": []}';

async function hintOf(
  sent: string,
  received: string,
  secret: string | string[] = SECRET,
): Promise<string | undefined> {
  const error: unknown = await verifyWebhook({
    body: received,
    headers: signedHeaders(sent),
    secret,
    now,
  }).then(
    () => 'accepted',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WebhookVerificationError);
  expect(error).toMatchObject({ reason: 'signature_mismatch' });
  return (error as WebhookVerificationError).hint;
}

describe('the hint of a signature that does not match', () => {
  it.each([
    ['a line break added', compact, `${compact}\n`, 'line break'],
    ['a CRLF added', compact, `${compact}\r\n`, 'line break'],
    ['a line break removed', `${compact}\n`, compact, 'line break'],
    ['pretty JSON made compact', pretty, compact, 'serialised again'],
    ['compact JSON made pretty', compact, pretty, 'serialised again'],
    ['spaced JSON made compact', spaced, JSON.stringify(JSON.parse(spaced)), 'serialised again'],
    ['base64 of the body', compact, Buffer.from(compact).toString('base64'), 'base64'],
    ['String() of a parsed body', compact, '[object Object]', 'String()'],
    ['an empty body', compact, '', 'empty'],
  ])('names %s', async (_, sent, received, hint) => {
    expect(await hintOf(sent, received)).toContain(hint);
  });

  it.each([` ${SECRET}`, `${SECRET}\n`, `"${SECRET}"`, `'${SECRET}' `])(
    'names white space or quotes around the secret',
    async (secret) => {
      expect(await hintOf(compact, compact, ['other', secret])).toContain('around it');
    },
  );

  it.each([
    ['gzip', '(gzip)'],
    ['br', '(br)'],
    ['deflate', '(deflate)'],
    ['zstd', '(zstd)'],
    ['x-secret-thing', 'a Content-Encoding, which'],
  ])('names the content encoding %s, which is never decoded', async (encoding, named) => {
    const headers = { ...signedHeaders(compact), 'Content-Encoding': encoding };
    const body = new Uint8Array([1, 2, 3]);
    const error: unknown = await verifyWebhook({ body, headers, secret: SECRET, now }).catch(
      (reason: unknown) => reason,
    );
    const { reason, hint } = error as WebhookVerificationError;
    expect(reason).toBe('signature_mismatch');
    expect(hint).toContain(named);
    expect(hint).not.toContain('secret-thing');
    // A parser that inflates leaves the header, and the bytes are the signed ones.
    await expect(
      verifyWebhook({ body: compact, headers, secret: SECRET, now }),
    ).resolves.toMatchObject({ secretIndex: 0 });
  });

  it('is silent where it knows nothing', async () => {
    expect(await hintOf(compact, compact.replace('cdr_1', 'cdr_2'))).toBeUndefined();
    expect(await hintOf(compact, compact, 'another')).toBeUndefined();
  });

  it.each([
    ['deeply nested JSON', '['.repeat(30_000)],
    ['base64 of a wrong length', 'A'],
    ['invalid UTF-8', '\uFFFD'],
  ])('never fails: %s', async (_, received) => {
    expect(await hintOf(compact, received)).toBeUndefined();
  });

  it('is made for events of up to 8 KiB', async () => {
    const large = JSON.stringify({ list: Array.from({ length: 400 }, (_, i) => `item ${i}`) });
    expect(large.length).toBeGreaterThan(4_000);
    const again = JSON.stringify(JSON.parse(large), null, 2);
    expect(await hintOf(again, large)).toContain('serialised again');
    expect(await hintOf(large, again)).toContain('serialised again');
  });

  it.each([
    ['escapes', '{"a":"\\u00e9\\/"}', JSON.stringify({ a: '\u00e9/' })],
    ['numbers', '[1.50, 2e3, -0]', '[1.5,2000,0]'],
    ['empty lists', '{"a": [], "b": {}}', '{"a":[],"b":{}}'],
  ])('knows JSON that was written another way: %s', async (_, received, sent) => {
    expect(await hintOf(sent, received)).toContain('serialised again');
  });

  it('is made of three ways to write JSON, and of none that is deep or nearly all brackets', () => {
    const text = '{"a":[1,{"b":"[[{, \\"\\n"}],"c":[]}';
    const value: unknown = JSON.parse(text);
    expect([...respacedJson(text)]).toEqual([
      text,
      JSON.stringify(value, null, 2),
      '{"a": [1, {"b": "[[{, \\"\\n"}], "c": []}',
    ]);
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect([...respacedJson(nested(8))][0]).toBe(nested(8));
    expect([...respacedJson(nested(9))]).toEqual([]);
    expect([...respacedJson(`[${Array(200).fill(nested(6)).join()}]`)]).toHaveLength(2);
    expect(() => [...respacedJson('{"a"}')]).toThrow(SyntaxError);
  });
});

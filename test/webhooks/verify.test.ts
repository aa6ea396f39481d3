import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { WebhookVerificationError } from '../../src/errors/webhook-verification-error.ts';
import { verifyWebhook } from '../../src/webhooks/signature/verify.ts';
import type { VerifyWebhookOptions } from '../../src/webhooks/signature/verify-delivery.ts';
import {
  eventBody,
  independentSignature,
  NOW_MS,
  NOW_SECONDS,
  now,
  SECRET,
  signedHeaders,
} from './delivery-fixture.ts';

const body = eventBody();

function verify(changes: Partial<VerifyWebhookOptions> = {}) {
  return verifyWebhook({ body, headers: signedHeaders(body), secret: SECRET, now, ...changes });
}

async function refusal(changes: Partial<VerifyWebhookOptions>): Promise<WebhookVerificationError> {
  const error: unknown = await verify(changes).then(
    () => 'accepted',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return error as WebhookVerificationError;
}

function withHeader(name: string, value: string | undefined): Record<string, string> {
  const { [name]: _, ...rest } = signedHeaders(body);
  return value === undefined ? rest : { ...rest, [name]: value };
}

const original = process.getBuiltinModule;

/** How a runtime answers who asks for `node:crypto`; `undefined`: as Node does. */
const ANSWERS = {
  'node:crypto': undefined,
  'WebCrypto, where there is no node:crypto': (id: string): unknown =>
    id === 'node:crypto' ? undefined : original.call(process, id),
  // As Next.js's Edge runtime does.
  'WebCrypto, where asking for a module throws': (id: string): never => {
    throw new Error(`A Node.js API is used (${id})`);
  },
};

describe.each(Object.entries(ANSWERS))('verifyWebhook by %s', (path, answer) => {
  beforeEach(() => {
    if (answer) vi.spyOn(process, 'getBuiltinModule').mockImplementation(answer as never);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('6.2: gives the event of a signed delivery, and when it was signed in milliseconds', async () => {
    await expect(verify()).resolves.toEqual({
      event: JSON.parse(body) as unknown,
      webhookId: 'wh_1',
      signedAt: NOW_MS,
      secretIndex: 0,
      headerIdMatches: true,
    });
  });

  it('6.2: runs on that path and on no other', async () => {
    const web = vi.spyOn(crypto.subtle, 'sign');
    await verify();
    expect(web).toHaveBeenCalledTimes(path === 'node:crypto' ? 0 : 1);
  });

  it('6.2: takes the body as text, bytes, a view into a larger buffer, or an ArrayBuffer', async () => {
    const bytes = new TextEncoder().encode(body);
    const larger = new Uint8Array(bytes.length + 20).fill(7);
    larger.set(bytes, 10);
    const bodies = [
      bytes,
      Buffer.from(body),
      larger.subarray(10, 10 + bytes.length),
      new Uint8Array(bytes).buffer,
    ];
    for (const raw of bodies) {
      await expect(verify({ body: raw })).resolves.toMatchObject({ webhookId: 'wh_1' });
    }
  });

  it('6.2: gives the event that was signed, even if the caller refills its buffer', async () => {
    const bytes = new TextEncoder().encode(body);
    const raws = [bytes, Buffer.from(bytes.buffer), bytes.buffer];
    for (const secret of [SECRET, ['another', SECRET], () => Promise.resolve(SECRET)]) {
      for (const raw of raws) {
        bytes.set(Buffer.from(body));
        const verified = verify({ body: raw, secret });
        bytes.set(Buffer.from(body.replace('wh_1', 'wh_2')));
        await expect(verified).resolves.toMatchObject({ event: JSON.parse(body) as unknown });
      }
    }
  });

  it('6.2: verifies text of any length and its bytes alike', async () => {
    for (const length of [0, 1, 7000, 8192, 8193, 100_000]) {
      const text = eventBody({ note: 'é'.repeat(length) });
      const headers = signedHeaders(text);
      const asText = await verify({ body: text, headers });
      expect(asText.event).toEqual(JSON.parse(text));
      await expect(verify({ body: Buffer.from(text), headers })).resolves.toEqual(asText);
    }
  });

  it('6.2: reads text as its UTF-8 bytes are read, where the two differ as well', async () => {
    const half = eventBody({ note: '@' }).replace('@', '\uD800');
    const marked = `\uFEFF${body}`;
    for (const text of [half, marked]) {
      const headers = signedHeaders(text);
      const asText = await verify({ body: text, headers });
      await expect(verify({ body: Buffer.from(text), headers })).resolves.toEqual(asText);
    }
    const { event } = await verify({ body: half, headers: signedHeaders(half) });
    expect(event).toMatchObject({ note: '\uFFFD' });
  });

  it('6.2: tries every secret of a rotation and says which one matched', async () => {
    await expect(verify({ secret: ['new', SECRET] })).resolves.toMatchObject({ secretIndex: 1 });
    await expect(verify({ secret: async () => [undefined, '', SECRET] })).resolves.toMatchObject({
      secretIndex: 2,
    });
    await expect(verify({ secret: () => SECRET })).resolves.toMatchObject({ secretIndex: 0 });
  });

  it('6.2: keys the digest with the UTF-8 bytes of the secret, untrimmed', async () => {
    const secret = ' géheim🔑 ';
    const headers = signedHeaders(body, { secret });
    await expect(verify({ headers, secret })).resolves.toMatchObject({ webhookId: 'wh_1' });
  });

  it('6.2: refuses another secret', async () => {
    expect(await refusal({ secret: 'another' })).toMatchObject({ reason: 'signature_mismatch' });
  });

  it('6.2: refuses a changed body', async () => {
    const error = await refusal({ body: body.replace('cdr_1', 'cdr_2') });
    expect(error).toMatchObject({ reason: 'signature_mismatch' });
    expect(error.hint).toBeUndefined();
  });

  it('6.2: refuses a timestamp that is not the signed one, though fresh', async () => {
    const headers = withHeader('X-SVC-Timestamp', String(NOW_SECONDS + 1));
    expect(await refusal({ headers })).toMatchObject({ reason: 'signature_mismatch' });
  });

  it('6.2: signs the text of the timestamp as received, leading zeros included', async () => {
    const timestamp = `00${NOW_SECONDS}`;
    await expect(verify({ headers: signedHeaders(body, { timestamp }) })).resolves.toMatchObject({
      signedAt: NOW_MS,
    });
  });
});

describe('headers of a delivery (6.2)', () => {
  const lower = Object.fromEntries(
    Object.entries(signedHeaders(body)).map(([name, value]) => [name.toLowerCase(), value]),
  );
  it.each([
    ['a Headers', new Headers(signedHeaders(body))],
    ["Node's lower-case record", lower],
    ['a record with arrays', Object.fromEntries(Object.entries(lower).map(([k, v]) => [k, [v]]))],
    ['a record in capitals', signedHeaders(body)],
    ['a Map', new Map(Object.entries(lower)) as unknown as Headers],
  ])('are read from %s', async (_, headers) => {
    await expect(verify({ headers })).resolves.toMatchObject({ headerIdMatches: true });
  });

  it.each([
    ['X-SVC-Signature', 'missing_signature'],
    ['X-SVC-Timestamp', 'missing_timestamp'],
  ])('fail closed without %s', async (name, reason) => {
    expect(await refusal({ headers: withHeader(name, undefined) })).toMatchObject({ reason });
    expect(await refusal({ headers: withHeader(name, '') })).toMatchObject({ reason });
  });

  it('may lack the id or name another: it is unsigned, so that is reported and not refused', async () => {
    for (const id of [undefined, 'wh_2']) {
      const headers = withHeader('X-SVC-Webhook-Id', id);
      await expect(verify({ headers })).resolves.toMatchObject({
        webhookId: 'wh_1',
        headerIdMatches: false,
      });
    }
  });

  const good = independentSignature(body, SECRET, String(NOW_SECONDS));
  it.each([
    ['no prefix', good.slice(7)],
    ['another prefix', good.replace('sha256', 'sha1')],
    ['a prefix in capitals', good.replace('sha256', 'SHA256')],
    ['63 digits', good.slice(0, -1)],
    ['65 digits', `${good}0`],
    ['a digit that is none', `${good.slice(0, -1)}g`],
    ['a second signature', `${good}, ${good}`],
    ['a line break at the end', `${good}\n`],
    ['bytes above ASCII', `sha256=${'é'.repeat(64)}`],
    ['a NUL', `sha256=${'\0'.repeat(64)}`],
    ['digits of another script', `sha256=${'١'.repeat(64)}`],
  ])('with a signature of %s are refused as malformed', async (_, value) => {
    const error = await refusal({ headers: withHeader('X-SVC-Signature', value) });
    expect(error.reason).toBe('malformed_signature');
    expect(JSON.stringify(error)).not.toContain(value.slice(7, 40));
  });

  it('accept hex digits in capitals: they are the same bytes', async () => {
    const value = `sha256=${good.slice(7).toUpperCase()}`;
    const headers = withHeader('X-SVC-Signature', value);
    await expect(verify({ headers })).resolves.toMatchObject({ webhookId: 'wh_1' });
  });

  it.each(['now', '-1', '1e9', '1.5', '0x10', ' 12', '٣', '9'.repeat(16), `${NOW_SECONDS}\n`])(
    'with the timestamp %j are refused as malformed',
    async (value) => {
      const headers = withHeader('X-SVC-Timestamp', value);
      expect(await refusal({ headers })).toMatchObject({ reason: 'malformed_timestamp' });
    },
  );

  it('with a repeated signature are refused, whichever way they are handed in', async () => {
    const [name, other] = ['x-svc-signature', `sha256=${'0'.repeat(64)}`];
    const repeated = [
      { ...lower, [name]: [good, other] },
      { ...lower, [name.toUpperCase()]: other },
    ];
    for (const headers of repeated) {
      expect(await refusal({ headers })).toMatchObject({ reason: 'malformed_signature' });
    }
  });
});

describe('the age of a delivery (6.2 step 1)', () => {
  const at = (seconds: number) => ({ now: () => NOW_MS + seconds * 1000 });

  it('may be exactly 300 s and no millisecond more', async () => {
    await expect(verify(at(300))).resolves.toMatchObject({ signedAt: NOW_MS });
    const late = await refusal(at(300.001));
    expect(late.reason).toBe('stale_timestamp');
    expect(late.message).toContain('signed 301 s ago; at most 300 s is accepted');
  });

  it('may be exactly 300 s ahead and no millisecond more', async () => {
    await expect(verify(at(-300))).resolves.toMatchObject({ signedAt: NOW_MS });
    expect(await refusal(at(-300.001))).toMatchObject({ reason: 'future_timestamp' });
  });

  it('is bounded by each side’s own option', async () => {
    const past = await refusal({ ...at(11), toleranceSeconds: 10 });
    expect(past.message).toContain('11 s ago');
    await expect(verify({ ...at(400), toleranceSeconds: 400 })).resolves.toBeDefined();
    expect(await refusal({ ...at(-2), futureToleranceSeconds: 1 })).toMatchObject({
      reason: 'future_timestamp',
    });
  });

  it('says so when the header holds milliseconds', async () => {
    const headers = signedHeaders(body, { timestamp: String(NOW_MS) });
    const error = await refusal({ headers });
    expect(error.reason).toBe('future_timestamp');
    expect(error.hint).toContain('milliseconds');
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, '300'])(
    'refuses a tolerance of %j, which would let any age pass',
    async (seconds) => {
      for (const name of ['toleranceSeconds', 'futureToleranceSeconds']) {
        const error = await verify({ [name]: seconds }).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(InvalidInputError);
        expect((error as InvalidInputError).issues[0]?.path).toBe(name);
      }
    },
  );

  it('refuses a clock that gives no number', async () => {
    await expect(verify({ now: () => Number.NaN })).rejects.toBeInstanceOf(InvalidInputError);
    await expect(verify({ now: NOW_MS as never })).rejects.toThrow('now: expected a function');
  });
});

describe('what is handed in wrongly', () => {
  it.each([
    ['a parsed object', JSON.parse(body), 'JSON parser'],
    ['nothing', undefined, 'read the request'],
    ['null', null, 'read the request'],
    ['a number', 5, 'JSON parser'],
    ['a Request', new Request('http://localhost', { method: 'POST', body }), 'to its end'],
  ])('%s as the body is refused and the hint says what to do', async (_, value, hint) => {
    const error = await refusal({ body: value as string });
    expect(error.reason).toBe('body_parsed');
    expect(error.hint).toContain(hint);
  });

  it.each([undefined, '', [], [''], [undefined], () => undefined, async () => []])(
    'no secret (%j) refuses every delivery, one signed with an empty key too',
    async (secret) => {
      const headers = signedHeaders(body, { secret: '' });
      expect(await refusal({ headers, secret })).toMatchObject({ reason: 'no_secret' });
    },
  );

  it('more than ten secrets, or one that is no text, is refused without echoing any', async () => {
    const many = Array.from({ length: 11 }, (_, i) => `hidden-${i}`);
    for (const secret of [many, [{ value: 'hidden-object' }]]) {
      const error = await verify({ secret: secret as string[] }).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(String(error)).not.toContain('hidden');
    }
  });

  it('the last of ten secrets is one to verify with', async () => {
    const ten = Array.from({ length: 10 }, (_, i) => `secret-${i}`);
    const headers = signedHeaders(body, { secret: 'secret-9' });
    expect(await verify({ headers, secret: ten })).toMatchObject({ secretIndex: 9 });
  });

  it('a secret function that fails is the caller’s own error', async () => {
    const down = new Error('vault is down');
    await expect(verify({ secret: () => Promise.reject(down) })).rejects.toBe(down);
  });

  it('headers that are no headers are refused', async () => {
    await expect(verify({ headers: 'x' as never })).rejects.toBeInstanceOf(InvalidInputError);
  });

  it('a secret function is not asked for a delivery that is refused anyway', async () => {
    const secret = vi.fn(() => SECRET);
    await refusal({ headers: {}, secret });
    expect(secret).not.toHaveBeenCalled();
  });
});

describe('a signed body that is no event (6.1)', () => {
  it.each([
    ['no JSON', '{"event":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no event', '{"webhookId":"wh_1"}'],
    ['no webhookId', '{"event":"cdr.completed","cdrId":"c"}'],
    ['an empty webhookId', '{"event":"x","webhookId":""}'],
    ['an endless webhookId', JSON.stringify({ event: 'x', webhookId: 'i'.repeat(1025) })],
    ['a completed record without cdrId', '{"event":"cdr.completed","webhookId":"wh_1"}'],
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('is refused: %s', async (_, raw) => {
    const error = await refusal({ body: raw, headers: signedHeaders(raw) });
    expect(error.reason).toBe('malformed_event');
    expect(error.cause).toBeUndefined();
  });

  it('is not meant for an event of an unknown name, or unknown fields: they pass as they are', async () => {
    const raw = JSON.stringify({ event: 'cdr.archived', webhookId: 'wh_9', more: { a: [1] } });
    const verified = await verify({ body: raw, headers: signedHeaders(raw) });
    expect(verified.event).toEqual(JSON.parse(raw));
  });
});

it('no refusal repeats the secret, the signature or the body, in any of its forms', async () => {
  const signature = signedHeaders(body)['X-SVC-Signature'] ?? '';
  const refusals = await Promise.all([
    refusal({ secret: `${SECRET} ` }),
    refusal({ secret: 'wrong-secret' }),
    refusal({ body: `${body}\n` }),
    refusal({ ...{ now: () => NOW_MS + 1e9 } }),
    refusal({ body: JSON.parse(body) as string }),
  ]);
  for (const error of refusals) {
    const shown = [error.message, error.stack, JSON.stringify(error), error.hint].join(' ');
    for (const hidden of [SECRET, 'wrong-secret', signature.slice(7), 'cdr_1', 'Núñez']) {
      expect(shown).not.toContain(hidden);
    }
  }
});

describe('invalid headers', () => {
  const sent = signedHeaders(body);
  const request = new Request('https://receiver.example/', { method: 'POST', headers: sent });

  it.each<[what: string, headers: unknown, named: string]>([
    ['a promise', Promise.resolve(new Headers(sent)), 'a promise: await it'],
    ['a request', request, 'a request: pass its headers'],
    ['a request of node:http', { method: 'POST', headers: sent }, 'a request: pass its headers'],
    ['pairs', Object.entries(sent), 'a list: pass new Headers(pairs)'],
    [
      'names and values in one list',
      Object.entries(sent).flat(),
      'a list: pass new Headers(pairs)',
    ],
    ['nothing', undefined, 'expected Headers'],
    ['a text', 'X-SVC-Signature: x', 'expected Headers'],
  ])('are refused by name: %s', async (_, headers, named) => {
    const error: unknown = await verify({ headers: headers as never }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: 'InvalidInputError' });
    expect(String(error)).toMatch(/headers: /);
    expect(String(error)).toContain(named);
  });

  it('are not taken for that if a header has such a name', async () => {
    await expect(verify({ headers: { ...sent, headers: 'x', then: 'y' } })).resolves.toMatchObject({
      webhookId: 'wh_1',
    });
  });
});

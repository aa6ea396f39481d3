import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsentEvidence } from '../../src/client/client.ts';
import { receiveDecision } from '../../src/decision/receive-decision.ts';
import type { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { isNoValue, trimmed } from '../../src/options/is-no-value.ts';
import { composed } from '../texts/characters.ts';
import { ok, playing } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { received } from './support/operations.ts';

const baseUrl = 'https://gateway.internal/consent';
const shareOrigins = ['https://api.example.com', 'https://LINKS.example.com:443/'];

/** A token that needs no escaping in a link. */
const plain = fc
  .stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._~-]{0,39}$/)
  .filter((text) => !isNoValue(text));
/** Tokens of any other form. */
const odd = fc
  .string({ unit: composed, minLength: 1, maxLength: 40 })
  .filter(
    (text) =>
      !/[/\\\p{Cc}\p{Surrogate}]|^\s|\s$/u.test(text) &&
      !['.', '..'].includes(text) &&
      !URL.canParse(text) &&
      !isNoValue(text) &&
      trimmed(text) === text,
  );
const ending = fc.constantFrom('', '/', '//', '/claim', '/claim/', '?utm=1', '/claim?x#top', '#x');
const genuine = fc.constantFrom(
  'https://gateway.internal/consent',
  'https://gateway.internal',
  'https://api.example.com',
  'HTTPS://API.example.com:443',
  'http://api.example.com', // only the token is taken
  'http://gateway.internal:80/consent',
  'https://api.example.com/consent',
  'https://links.example.com',
  '/consent',
  '',
);
const foreign = fc.constantFrom(
  'https://evil.example',
  'http://api.example.com:8443',
  'https://api.example.com:8443',
  'https://api.example.com.evil.example',
  `https://${'x'.repeat(60)}.${'y'.repeat(60)}.example`,
);

const refusalOf = (client: ConsentEvidence, text: string): InvalidInputError => {
  try {
    client.shares.tokenOf(text);
  } catch (error) {
    return error as InvalidInputError;
  }
  throw new Error('expected a refusal');
};

describe('client.shares.tokenOf', () => {
  it('gives one text for every spelling of a link, and receive sends that token to baseUrl', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(plain, odd), genuine, ending, async (token, origin, end) => {
        const fetch = playing(ok(received));
        const client = clientWith(fetch, { baseUrl, shareOrigins });
        const link = `${origin}/v1/shares/${encodeURIComponent(token)}${end}`;
        const texts = [link, encodeURIComponent(token), encodeURIComponent(link)];
        expect(texts.map((text) => client.shares.tokenOf(text))).toEqual(texts.map(() => token));
        await client.shares.receive(link);
        expect(fetch.seen.map(({ url }) => url)).toEqual([
          `${baseUrl}/v1/shares/${encodeURIComponent(token)}`,
        ]);
      }),
    );
  });

  it('gives the same text with white space around the link, and receive sends the same', async () => {
    const spaces = fc.constantFrom(
      '',
      ' ',
      '\n',
      '\r\n',
      '\t',
      '\u00a0',
      '\ufeff',
      '\u2028',
      '\u200b',
      '\u200e\u202a',
      '\u2066 \u00ad',
      ' \n ',
    );
    const encoded = fc.constantFrom('', '%20', '%0A', '%C2%A0', '%E2%80%8B');
    await fc.assert(
      fc.asyncProperty(plain, genuine, spaces, spaces, encoded, async (token, ...rest) => {
        const [origin, before, after, within] = rest;
        const fetch = playing(ok(received));
        const client = clientWith(fetch, { baseUrl, shareOrigins });
        const link = `${before}${origin}/v1/shares/${token}${within}${after}`;
        const texts = [link, `${before}${token}${after}`];
        expect(texts.map((each) => client.shares.tokenOf(each))).toEqual([token, token]);
        await client.shares.receive(link);
        expect(fetch.seen.map(({ url }) => url)).toEqual([`${baseUrl}/v1/shares/${token}`]);
      }),
    );
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:x',
    'mailto:a@example.com',
    'data:,x',
    'https:api.example.com',
    'tel:+12125550147',
    'x:y',
  ])('%s is an address and no token', async (text) => {
    const fetch = playing(ok(received));
    const client = clientWith(fetch);
    expect(refusalOf(client, text)).toMatchObject({ issues: [{ path: 'tokenOrShareUrl' }] });
    const error = await failureOf(client.shares.receive(text));
    expect([receiveDecision(error), fetch.seen.length]).toEqual(['refuse', 0]);
  });

  it('names no operation, because no call was made', () => {
    const error = refusalOf(clientWith(playing(ok({}))), '');
    expect(error).toMatchObject({ name: 'InvalidInputError', outcome: 'not_sent' });
    expect('operation' in error).toBe(false);
  });
});

describe('a share link on an origin that is not known', () => {
  it('is ours to fix where its path is well-formed, and the lead’s fault where it is not', async () => {
    const fetch = playing(ok(received));
    const client = clientWith(fetch, { baseUrl, shareOrigins });
    await fc.assert(
      fc.asyncProperty(plain, foreign, ending, async (token, origin, end) => {
        const error = await failureOf(client.shares.receive(`${origin}/v1/shares/${token}${end}`));
        expect(error).toMatchObject({
          name: 'InvalidInputError',
          issues: [{ path: 'tokenOrShareUrl', code: 'FOREIGN_ORIGIN' }],
        });
        expect(receiveDecision(error)).toBe('fix');
        for (const wrong of [`/v1/cdrs/${token}`, '/v1/shares/', `/x/v1/shares/${token}`]) {
          const odd = await failureOf(client.shares.receive(`${origin}${wrong}`));
          expect(receiveDecision(odd)).toBe('refuse');
        }
      }),
    );
    expect(fetch.seen).toHaveLength(0);
  });

  it('is named in the message, unless someone made it long', () => {
    const client = clientWith(playing(ok({})));
    const { message } = refusalOf(client, 'https://api.other.example/v1/shares/tok_planted');
    expect(message).toContain('shareOrigins; it is on https://api.other.example');
    expect(message).not.toContain('planted');
    const host = Array.from({ length: 4 }, () => 'x'.repeat(60)).join('.');
    expect(refusalOf(client, `https://${host}/v1/shares/t`).message).toMatch(/another one$/);
  });

  it.each(['https://user:pw@api.example.com', 'https://api.example.com@evil.example'])(
    'with user information is refused, on a known origin too: %s',
    async (origin) => {
      const client = clientWith(playing(ok(received)), { baseUrl, shareOrigins });
      const error = await failureOf(client.shares.receive(`${origin}/v1/shares/tok`));
      expect(receiveDecision(error)).toBe('refuse');
    },
  );

  it('may be http where that is allowed, and on loopback', () => {
    const origins = ['http://127.0.0.1:4010', 'http://links.internal'];
    const client = clientWith(playing(ok({})), { shareOrigins: origins, allowInsecureHttp: true });
    for (const origin of origins) {
      expect(client.shares.tokenOf(`${origin}/v1/shares/tok`)).toBe('tok');
    }
    const copy = client.withOptions({ shareOrigins: ['http://localhost:1'], maxRetries: 0 });
    expect(copy.shares.tokenOf('http://localhost:1/v1/shares/tok')).toBe('tok');
    expect(refusalOf(copy, `${origins[0]}/v1/shares/tok`).issues[0]?.code).toBe('FOREIGN_ORIGIN');
  });
});

import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMockService } from '../../mock/index.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import { PHONE_SPELLINGS, phoneSpellings } from '../../src/contract/phone-filters.ts';
import type { PhoneCandidate } from '../../src/resources/phone-search.ts';
import { no, ok, playing } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { entry } from './support/operations.ts';

const PHONE = '4155550123';
const pageUrl = 'https://quotes.sunroof.example/solar';

function world() {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z', readings: { pageFill: 'short' } });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  return { mock, buyer, client: new ConsentEvidence(mock.clientOptions(buyer)) };
}

async function all(search: AsyncIterable<PhoneCandidate>): Promise<PhoneCandidate[]> {
  const found: PhoneCandidate[] = [];
  for await (const candidate of search) found.push(candidate);
  return found;
}

describe('the usual spellings of a number', () => {
  it('are spellings of it, each listed once', () => {
    const phone = fc.stringMatching(/^[2-9][0-9]{9}$/);
    fc.assert(
      fc.property(phone, (digits) => {
        const spellings = phoneSpellings(digits);
        expect(new Set(spellings).size).toBe(PHONE_SPELLINGS.length);
        for (const text of spellings) expect(text.replace(/\D/g, '').slice(-10)).toBe(digits);
        for (const text of spellings) expect(text.replace(/\D/g, '')).toMatch(/^1?\d{10}$/);
      }),
    );
    expect(PHONE_SPELLINGS.length).toBeLessThanOrEqual(60);
  });

  it('are those that the guide lists', async () => {
    const guide = await readFile('docs/guides/finding-evidence.md', 'utf8');
    const [, block = ''] = /```text\n([\s\S]*?)```/.exec(guide) ?? [];
    expect(block.trim().split(/\s*\|\s*|\n/)).toEqual(phoneSpellings(PHONE));
    const asked = 10 * (1 + 2 * PHONE_SPELLINGS.length);
    expect(guide).toContain(
      `For 10 domains and 2 keys that is about ${asked.toLocaleString('en')}.`,
    );
    const commands = await readFile('docs/guides/command-line.md', 'utf8');
    const { length } = PHONE_SPELLINGS;
    expect(commands).toContain(`in ${length} spellings | ${length} more per domain and key |`);
  });
});

describe('cdrs.findByPhone', () => {
  /** A service with 20 domains that counts what is asked of it at the same time, and can fail on one. */
  async function counted(failsOn = '') {
    const { mock, buyer, client } = world();
    const domains = Array.from({ length: 20 }, (_, index) => `d${10 + index}.example`);
    for (const domain of domains) {
      const fields = [{ name: 'phone', type: 'tel' as const, value: PHONE }];
      for (let n = 0; n < 2; n += 1) mock.capture(buyer, { pageUrl: `https://${domain}/`, fields });
    }
    await mock.clock.advance(0);
    const now = { most: 0, running: 0, asked: 0 };
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      now.asked += 1;
      now.running += 1;
      now.most = Math.max(now.most, now.running);
      await new Promise((resolve) => setImmediate(resolve));
      now.running -= 1;
      const fails = failsOn !== '' && url.includes(failsOn);
      return mock.fetch(fails ? `${url}&pageToken=none` : url, init);
    };
    return {
      search: client.withOptions({ fetch }).cdrs.findByPhone(PHONE, { domains }),
      domains,
      now,
    };
  }

  it('asks eight domains at the same time, and gives what they have in their order', async () => {
    const { search, domains, now } = await counted();
    const found = await all(search);
    expect(found.map(({ domainId }) => domainId)).toEqual(domains.flatMap((each) => [each, each]));
    expect(now.most).toBe(8);
  });

  it('gives all that comes before the domain that fails, whatever is asked ahead', async () => {
    const { search, domains } = await counted('d15.example');
    const found: string[] = [];
    const error = await failureOf(
      (async () => {
        for await (const { domainId } of search) found.push(domainId);
      })(),
    );
    expect(error).toMatchObject({ domainId: 'd15.example' });
    expect(found).toEqual(domains.slice(0, 5).flatMap((each) => [each, each]));
  });

  it('asks for nothing more once its caller has enough', async () => {
    const { search, now } = await counted();
    for await (const { domainId } of search) if (domainId === 'd11.example') break;
    const asked = now.asked;
    for (let turns = 0; turns < 50; turns += 1) await new Promise((r) => setImmediate(r));
    expect(now.asked).toBe(asked);
    expect(asked).toBeLessThan(12);
  });

  it('finds a number under an own key in every spelling, and as a number', async () => {
    const { mock, buyer, client } = world();
    const values = [...phoneSpellings(PHONE), Number(PHONE), Number(`1${PHONE}`)];
    const planted = values.map((phone) => {
      const customMetadata = { lead: 'L', Phone_1: phone };
      return mock.capture(buyer, { pageUrl, customMetadata }).cdrId;
    });
    mock.capture(buyer, { pageUrl, customMetadata: { Phone_1: '4155550124' } });
    await mock.clock.advance(0);
    for (const asked of [PHONE, '(415) 555-0123', '+1 415.555.0123', 'tel:+14155550123']) {
      const found = await all(client.cdrs.findByPhone(asked, { keys: ['Phone_1'] }));
      expect(found.map(({ entry: { cdrId } }) => cdrId).sort()).toEqual(planted.toSorted());
      expect(new Set(found.map(({ key }) => key))).toEqual(new Set(['Phone_1']));
    }
    expect(await all(client.cdrs.findByPhone(PHONE))).toEqual([]);
  });

  it('finds a number that the page shows, on every domain, each record once', async () => {
    const { mock, buyer, client } = world();
    const capture = (host: string, more: object) =>
      mock.capture(buyer, { pageUrl: `https://${host}/`, ...more }).cdrId;
    const inText = capture('a.example', { pageText: 'call (415) 555-0123' });
    const both = capture('b.example', {
      fields: [{ name: 'phone', type: 'tel', value: '415 555 0123' }],
      customMetadata: { phone: '(415) 555-0123', other: PHONE },
    });
    capture('c.example', { pageText: 'call (415) 555-0199' });
    await mock.clock.advance(0);
    const found = await all(client.cdrs.findByPhone(PHONE, { keys: ['phone', 'other', 'phone'] }));
    expect(found).toMatchObject([
      { domainId: 'a.example', key: 'phones', entry: { cdrId: inText } },
      { domainId: 'b.example', key: 'phones', entry: { cdrId: both } },
    ]);
    const one = await all(client.cdrs.findByPhone(PHONE, { domains: ['b.example', 'b.example'] }));
    expect(one.map(({ entry: { cdrId } }) => cdrId)).toEqual([both]);
  });

  it('asks for each pair of key and spelling once on each domain, and for nothing else', async () => {
    const fetch = playing(ok({ domains: ['a.example', 'b.example'] }), ok({ cdrs: [] }));
    const keys = ['phones', 'phone'];
    await all(clientWith(fetch).cdrs.findByPhone(PHONE, { keys }));
    const urls = fetch.seen.slice(1).map(({ url }) => url);
    expect(urls).toHaveLength(2 * 2 * PHONE_SPELLINGS.length);
    expect(new Set(urls).size).toBe(urls.length);
    for (const url of urls) expect(new URL(url).searchParams.get('pageSize')).toBe('100');
  });

  it('gives a record once though two domains list it', async () => {
    const fetch = playing(ok({ cdrs: [{ ...entry, cdrId: 'cdr_1' }] }));
    const domains = ['a.example', 'b.example'];
    expect(await all(clientWith(fetch).cdrs.findByPhone(PHONE, { domains }))).toHaveLength(1);
    expect(fetch.seen).toHaveLength(2);
  });

  it('says how far it came: what was found stands, and the error names domain and page', async () => {
    const more = ok({ cdrs: [entry], nextPageToken: 'cdr_1' });
    const fetch = playing(
      ok({ domains: ['a.example', 'b.example'] }),
      ok({ cdrs: [] }),
      more,
      no(403, 'FORBIDDEN'),
    );
    const found: string[] = [];
    const walk = async () => {
      for await (const {
        entry: { cdrId },
      } of clientWith(fetch).cdrs.findByPhone(PHONE))
        found.push(cdrId);
    };
    expect(await failureOf(walk())).toMatchObject({
      code: 'FORBIDDEN',
      domainId: 'b.example',
      pageToken: 'cdr_1',
      message: expect.stringMatching(/^cdrs\.findByPhone: /),
      stack: expect.stringContaining('cdrs.findByPhone: '),
    });
    expect(found).toEqual(['cdr_1']);
  });

  it('ends with its signal', async () => {
    const controller = new AbortController();
    const fetch = playing(
      ok({ domains: ['a.example'] }),
      ok({ cdrs: [entry], nextPageToken: 'x' }),
    );
    const search = clientWith(fetch).cdrs.findByPhone(PHONE, { signal: controller.signal });
    await search.next();
    controller.abort();
    expect(await failureOf(search.next())).toMatchObject({ name: 'AbortError' });
  });

  it.each([
    ['phone', '555-0123', {}],
    ['phone', '+44 20 7946 0958', {}],
    ['phone', '', {}],
    ['phone', undefined, {}],
    ['phone', 4155550123, {}],
    ['keys', PHONE, { keys: 'phone' }],
    ['keys.1', PHONE, { keys: ['phone', ''] }],
    ['keys', PHONE, { keys: Array.from({ length: 21 }, (_, index) => `key_${index}`) }],
    ['domains.0', PHONE, { domains: [7] }],
    ['key', PHONE, { key: 'phone' }],
  ])('refuses a bad %s, and sends nothing: %j %j', async (path, phone, options) => {
    const fetch = playing(ok({ domains: [] }));
    const search = clientWith(fetch).cdrs.findByPhone(phone as string, options as object);
    const error = await failureOf(search.next());
    expect(error).toMatchObject({ name: 'InvalidInputError', issues: [{ path }] });
    expect((error as Error).message).toMatch(/^cdrs\.findByPhone: /);
    expect(fetch.seen).toHaveLength(0);
    if (typeof phone === 'string' && phone !== '') expect(String(error)).not.toContain(phone);
  });
});

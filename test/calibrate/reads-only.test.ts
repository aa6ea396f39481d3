import { describe, expect, it } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { readsOnly } from '../../src/calibrate/index.ts';
import { ConsentEvidence } from '../../src/index.ts';

function world(base = '') {
  const mock = createMockService({
    now: '2026-01-05T12:00:00Z',
    baseUrl: `https://api.example${base}`,
  });
  const seller = mock.addOrganization({ name: 'Seller', autoCollect: false });
  const buyer = mock.addOrganization({ name: 'Buyer' });
  const { cdrId, domainId, shareUrl } = mock.capture(
    seller,
    presets.checkedBox({ autoShare: true }),
  );
  const options = mock.clientOptions(buyer);
  const fetch = readsOnly(options.baseUrl, options.fetch);
  const client = new ConsentEvidence({ ...options, fetch, maxRetries: 0 });
  const own = mock.clientOptions(seller);
  const sellers = new ConsentEvidence({
    ...own,
    fetch: readsOnly(own.baseUrl, own.fetch),
    maxRetries: 0,
  });
  return { mock, client, sellers, cdrId, domainId, shareUrl, fetch, baseUrl: options.baseUrl };
}

describe('a fetch that only reads', () => {
  it.each(['', '/below/a/path'])(
    'lists and reads, with a base URL that ends in "%s"',
    async (base) => {
      const { sellers, domainId, cdrId } = world(base);
      expect(await sellers.domains.list()).toEqual([domainId]);
      const listed: string[] = [];
      for await (const each of sellers.cdrs.list(domainId, { order: 'asc' }))
        listed.push(each.cdrId);
      expect(listed).toEqual([cdrId]);
      expect((await sellers.cdrs.get(cdrId)).cdrId).toBe(cdrId);
    },
  );

  it.each<[string, (here: ReturnType<typeof world>) => Promise<unknown>]>([
    ['collect', ({ sellers, cdrId }) => sellers.cdrs.collect(cdrId)],
    ['share', ({ sellers, cdrId }) => sellers.cdrs.share(cdrId)],
    ['receive', ({ client, shareUrl }) => client.shares.receive(shareUrl)],
    ['open a share', ({ fetch, shareUrl }) => fetch(shareUrl, { redirect: 'manual' })],
    ['post to a list', ({ fetch, baseUrl }) => fetch(`${baseUrl}/v1/domains`, { method: 'POST' })],
    ['ask another address', ({ fetch }) => fetch('https://other.example/v1/domains')],
    [
      'ask an address that begins like its own',
      ({ fetch, baseUrl }) => fetch(`${baseUrl}.evil.example/v1/domains`),
    ],
    ['leave its path', ({ fetch, baseUrl }) => fetch(`${baseUrl}/v1/domains/%2e%2e/cdrs/../../x`)],
  ])('does not %s, and sends nothing', async (_, ask) => {
    const here = world();
    await expect(ask(here)).rejects.toThrow();
    expect(here.mock.requests()).toEqual([]);
    expect(here.mock.charges()).toEqual([]);
  });
});

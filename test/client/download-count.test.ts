import { describe, expect, it } from 'vitest';
import { createMockService, presets, type Readings } from '../../mock/index.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import type { FetchLike } from '../../src/platform/platform.ts';

const IMAGES = 30;

/** Makes a buyer with images on two domains, and notes the requests of its client. */
function world(readings: Partial<Readings> = {}) {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z', readings });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  for (let count = 0; count < IMAGES; count += 1) {
    const pageUrl = `https://quotes.site-${count % 2}.example/solar`;
    mock.capture(buyer, presets.checkedBox({ pageUrl }));
  }
  const requests = { count: 0 };
  const options = mock.clientOptions(buyer);
  const fetch: FetchLike = (url, init) => {
    requests.count += 1;
    return options.fetch(url, init);
  };
  return { mock, requests, client: new ConsentEvidence({ ...options, fetch }) };
}

describe('the images of a list', () => {
  it('take one request each, beside the domains and the pages', async () => {
    const { mock, requests, client } = world();
    await mock.clock.advance(0);
    const sizes: number[] = [];
    for (const domainId of await client.domains.list()) {
      for await (const entry of client.cdrs.list(domainId, { pageSize: 100 })) {
        const { bytes, record } = await client.cdrs.download(entry);
        expect(record).toBe(entry);
        sizes.push(bytes.byteLength);
      }
    }
    expect(sizes).toHaveLength(IMAGES);
    expect(requests.count).toBe(1 + 2 + IMAGES);
  });

  it.each([403, 410] as const)('take three where the address has died with %i', async (status) => {
    const { mock, requests, client } = world({ deadDownloadStatus: status });
    await mock.clock.advance(0);
    const [entry] = await client.cdrs.list('site-0.example').toArray({ limit: IMAGES });
    if (entry === undefined) throw new Error('no entry');
    await mock.clock.advance({ seconds: 301 });
    const before = requests.count;
    const { record } = await client.cdrs.download(entry);
    expect(record).toMatchObject({ cdrId: entry.cdrId, organizationName: 'Acme Solar' });
    expect(requests.count - before).toBe(3);
  });
});

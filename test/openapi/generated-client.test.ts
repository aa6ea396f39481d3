import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import { describe, expect, it } from 'vitest';
import { presets } from '../../mock/capture/presets.ts';
import { createMockService, type MockService } from '../../mock/fake/mock-service.ts';
import { renderClientTypes } from '../../scripts/render-client-types.ts';
import type { paths } from './generated-types.ts';

/** Makes a client that knows only the document, over the fake. */
function clientOf(mock: MockService, apiKey: string) {
  const fetch = (request: Request) => mock.fetch(request as never) as unknown as Promise<Response>;
  return createClient<paths>({ baseUrl: mock.baseUrl, headers: { 'X-API-Key': apiKey }, fetch });
}

describe('a client that was generated from the OpenAPI document', () => {
  it('has types that are of the document as it stands: run `npm run generate`', async () => {
    const file = new URL('./generated-types.ts', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(await renderClientTypes());
  }, 60_000);

  it('runs the main story: capture, share, refuse, receive, read, download, collect', async () => {
    const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
    const producer = mock.addOrganization({ name: 'Sunroof', autoCollect: false });
    const buyer = mock.addOrganization({ name: 'Acme' });
    const { cdrId, domainId } = mock.capture(producer, presets.checkedBox());
    const [sells, buys] = [clientOf(mock, producer.apiKey), clientOf(mock, buyer.apiKey)];

    const domains = await sells.GET('/v1/domains');
    expect(domains.data?.data.domains).toEqual([domainId]);
    const query = { pageSize: 100, order: 'asc' } as const;
    const params = { path: { domainId }, query };
    const list = await sells.GET('/v1/domains/{domainId}/cdrs', { params });
    expect(list.data?.data.cdrs.map((each) => each.cdrId)).toEqual([cdrId]);

    const record = { params: { path: { cdrId } } };
    const shared = await sells.POST('/v1/cdrs/{cdrId}/share', {
      ...record,
      body: { expiresInMs: 60_000 },
    });
    const token = shared.data?.data.token ?? '';
    const share = { params: { path: { token } } };

    const refused = await buys.POST('/v1/shares/{token}', {
      ...share,
      body: { acceptance: { schemaVersion: 1, leadMatch: { phone: '(212) 555-0199' } } },
    });
    expect(refused.response.status).toBe(422);
    expect(refused.error).toMatchObject({ error: { code: 'CDR_ACCEPTANCE_FAILED' } });
    const acceptance = { schemaVersion: 1, disclosure: { requirePresent: true } } as const;
    const received = await buys.POST('/v1/shares/{token}', { ...share, body: { acceptance } });
    // Only `ok` tells the one failure with a 2xx status apart, here as in the types.
    const receipt = received.data?.ok === true ? received.data.data : undefined;
    expect(receipt).toMatchObject({ claimed: true, cdrId, alreadyClaimed: false });

    const read = await buys.GET('/v1/cdrs/{cdrId}', record);
    const cdr = read.data?.data.cdr;
    expect(cdr?.detectedDisclosureDetails?.disclosures[0]?.consentMechanism).toBe('checkbox');
    const image = await mock.fetch(cdr?.downloadUrl ?? '');
    expect((await image.arrayBuffer()).byteLength).toBe(cdr?.size);

    const collected = await buys.POST('/v1/cdrs/{cdrId}/collect', record);
    expect(collected.data?.data).toEqual({ cdrId, collected: true, alreadyCollected: true });
    const charged = mock.charges().map(({ organizationId, cause }) => [organizationId, cause]);
    expect(charged).toEqual([[buyer.organizationId, 'receive']]);
  });
});

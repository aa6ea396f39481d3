import https from 'node:https';
import { expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { clientOf, listening, newWorld } from './listening.ts';
import { viaNode } from './via-node.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Returns everything that is visible in an answer. */
async function seen(fetch: Fetch, url: string, init: RequestInit) {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status, headers } = response;
  const bytes = [...new Uint8Array(await response.arrayBuffer())];
  return { status, headers: Object.fromEntries(headers), bytes };
}

const REQUESTS: readonly (readonly [method: string, target: string, body?: string])[] = [
  ['GET', '/v1/domains'],
  ['HEAD', '/v1/domains'],
  ['OPTIONS', '/v1/domains'],
  ['PURGE', '/v1/domains'],
  ['GET', ''],
  ['GET', '/'],
  ['GET', '?x=1#y'],
  ['GET', '//v1/domains'],
  ['GET', '/v1/domains///?order=asc&order=desc'],
  ['GET', '/v1/cdrs/a%2Fb'],
  ['GET', '/v1/cdrs/%2e%2e'],
  ['GET', '/v1/cdrs/%ZZ'],
  ['GET', '/v1/cdrs/%E0%A4%A'],
  ['GET', '/v1/cdrs/a|b#c'],
  ['GET', '/v1/cdrs/:cdrId(.*)*+'],
  ['GET', '/v1/cdrs/ümlaut 😀'],
  ['GET', `/v1/cdrs/${'x'.repeat(9000)}`],
  ['GET', '/logo.png'],
  ['GET', '/node_modules/x.js'],
  ['GET', '/@vite/client'],
  ['POST', '/v1/shares/shr_1.json', '{}'],
  ['POST', '/v1/cdrs/cdr_1/share', '{"expiresIn'],
  ['POST', '/v1/cdrs/cdr_1/share', `{"expiresInMs":1,"x":"${'ä'.repeat(100_000)}"}`],
  ['DELETE', '/v1/cdrs/cdr_1', '{}'],
];

/** Tests that MSW answers byte for byte as `mock.fetch` does, for the same requests in the same order. */
export function answers(): void {
  it('each request as `mock.fetch` does', async () => {
    const [direct, intercepted] = [newWorld(), newWorld()];
    listening(intercepted.mock);
    const headers = { 'x-api-key': direct.producer.apiKey };
    expect(intercepted.producer.apiKey).toBe(direct.producer.apiKey);
    for (const [method, target, body = null] of REQUESTS) {
      const url = direct.mock.baseUrl + target;
      const expected = await seen(direct.mock.fetch as Fetch, url, { method, headers, body });
      const actual = await seen(fetch, url, { method, headers, body });
      expect(actual, `${method} ${target.slice(0, 60)}`).toEqual(expected);
    }
    expect(intercepted.mock.requests()).toEqual(direct.mock.requests());
  });

  it('the evidence, byte for byte, and each of the other origins', async () => {
    const { mock, producer, buyer } = newWorld();
    listening(mock);
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
    const image = { base64: Buffer.from(bytes).toString('base64'), contentType: 'image/webp' };
    const page = presets.checkedBox({ autoShare: true, image });
    const { cdrId, shareUrl } = mock.capture(producer, page);
    const client = clientOf(mock, buyer);
    await client.shares.receive(shareUrl);
    const download = await client.cdrs.download(cdrId);
    expect([download.size, download.contentType]).toEqual([bytes.length, 'image/webp']);
    expect(download.bytes).toEqual(bytes);
    const dashboard = await fetch(await client.shares.dashboardUrl(shareUrl));
    expect(dashboard.status).toBe(200);
  });

  it('a body that comes as a stream, and gives one', async () => {
    const { mock, producer } = newWorld();
    listening(mock);
    const { cdrId } = mock.capture(producer, presets.checkedBox());
    const body = new Blob(['{"expires', 'InMs":', '60000}']).stream();
    const response = await fetch(mock.url('cdrs.share', cdrId), {
      method: 'POST',
      headers: { 'x-api-key': producer.apiKey },
      body,
      duplex: 'half',
    } as RequestInit);
    const copy = response.clone();
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) chunks.push(chunk as Uint8Array);
    const text = new TextDecoder().decode(Buffer.concat(chunks));
    expect(await copy.text()).toBe(text);
    expect(JSON.parse(text)).toMatchObject({
      ok: true,
      data: { expiresAt: mock.clock.now() + 60_000 },
    });
  });

  it('what goes through node:https, user information included', async () => {
    const { mock, producer } = newWorld();
    listening(mock);
    mock.capture(producer, presets.checkedBox());
    const url = new URL(mock.url('domains.list'));
    const headers = { 'x-api-key': producer.apiKey };
    const plain = await viaNode(https, url, { headers });
    expect(plain).toMatchObject({ status: 200, text: expect.stringContaining('"ok":true') });
    const named = await viaNode(https, url, { headers, auth: 'user:password' });
    expect(named.status).toBe(200);
  });
}

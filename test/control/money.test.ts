/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-call -- JSON as a script in another language sees it */
import { describe, expect, it } from 'vitest';
import { openDesk } from './support/desk.ts';

describe('what was charged', () => {
  async function charged() {
    const desk = await openDesk();
    const { mock } = desk;
    const sun = mock.addOrganization({ organizationId: 'sun', name: 'Sunroof' });
    mock.addOrganization({ organizationId: 'acme', name: 'Acme', autoCollect: false });
    const cdrIds = [1, 2, 3].map(() => mock.capture(sun, { pageUrl: 'https://a.example/' }).cdrId);
    const { cdrId } = mock.capture('acme', { pageUrl: 'https://b.example/' });
    const headers = { 'x-api-key': mock.clientOptions('acme').apiKey };
    await fetch(`${desk.served.url}/v1/cdrs/${cdrId}/collect`, { method: 'POST', headers });
    return { desk, cdrIds: [...cdrIds, cdrId] };
  }

  it('is summed by organization and cause, the most first, and narrowed', async () => {
    const { desk } = await charged();
    const sun = { organizationId: 'sun', collect: 0, receive: 0, autoCollect: 3, total: 3 };
    const acme = { organizationId: 'acme', collect: 1, receive: 0, autoCollect: 0, total: 1 };
    expect((await desk.get('/charges/sums')).json).toEqual({ total: 4, sums: [sun, acme] });
    const collected = (await desk.get('/charges/sums?cause=collect')).json;
    expect(collected).toEqual({ total: 1, sums: [acme] });
    expect((await desk.get('/charges/sums?organization=sun')).json.sums).toEqual([sun]);
    expect((await desk.get('/charges/sums?cause=luck')).code).toBe('INVALID_INPUT');
  });

  it('is listed page by page from the newest on', async () => {
    const { desk, cdrIds } = await charged();
    const page = async (query: string): Promise<string[]> => {
      const { json } = await desk.get(`/charges?${query}`);
      return json.charges.map(({ cdrId }: { cdrId: string }) => cdrId) as string[];
    };
    expect(await page('')).toEqual(cdrIds);
    expect(await page('limit=2')).toEqual(cdrIds.slice(2));
    expect(await page('limit=2&skip=2')).toEqual(cdrIds.slice(0, 2));
    expect(await page('limit=2&skip=3')).toEqual(cdrIds.slice(0, 1));
    expect(await page('skip=9')).toEqual([]);
    expect(await page('cause=autoCollect&limit=1')).toEqual(cdrIds.slice(2, 3));
    expect((await desk.get('/charges?skip=-1')).code).toBe('INVALID_INPUT');
  });

  it('stays the reason for access when the sender pays later and passes on its own', async () => {
    const desk = await openDesk();
    const { mock, served } = desk;
    const producer = mock.addOrganization({ name: 'Sunroof', autoCollect: false });
    const buyer = mock.addOrganization({ organizationId: 'acme', name: 'Acme' });
    const { cdrId } = mock.capture(producer, { pageUrl: 'https://a.example/' });
    const post = async (apiKey: string, path: string) => {
      const method = 'POST';
      const reply = await fetch(served.url + path, { method, headers: { 'x-api-key': apiKey } });
      return ((await reply.json()) as { data: { token: string } }).data;
    };
    const receive = async () => {
      const { token } = await post(producer.apiKey, `/v1/cdrs/${cdrId}/share`);
      await post(buyer.apiKey, `/v1/shares/${token}`);
    };
    await receive();
    await post(producer.apiKey, `/v1/cdrs/${cdrId}/collect`);
    await receive();
    const { holders } = (await desk.get(`/records/${cdrId}`)).json.record;
    const why = 'it received the record and was charged (spec §4.6 rule 9)';
    expect(holders[1]).toMatchObject({ organizationId: 'acme', charge: { cause: 'receive' }, why });
  });
});

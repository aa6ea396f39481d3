/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-call -- JSON as a script in another language sees it */
import { describe, expect, it } from 'vitest';
import { type Desk, openDesk } from './support/desk.ts';

const LISTS = [
  ['/charges', 'charges'],
  ['/deliveries', 'deliveries'],
  ['/requests', 'requests'],
  ['/share-events', 'shareEvents'],
  ['/tokens', 'tokens'],
] as const;

/** Makes a world in which each list has several entries. */
async function busy(): Promise<Desk> {
  const desk = await openDesk({ seed: 'demo' });
  for (const key of ['acme.demo-only', 'nobody.knows-it', 'verde.demo-only']) {
    await fetch(`${desk.served.url}/v1/domains`, { headers: { 'x-api-key': key } });
  }
  return desk;
}

describe('the lists of the control API', () => {
  it.each(LISTS)('%s: its pages, from the newest on, are the whole list', async (path, name) => {
    const desk = await busy();
    const read = async (query: string) => {
      const { json } = await desk.get(`${path}?${query}`);
      return { total: json.total as number, rows: json[name] as unknown[] };
    };
    const whole = await read('');
    expect(whole.rows.length).toBeGreaterThan(2);
    expect(whole.total).toBe(whole.rows.length);
    for (const limit of [1, 2, 7]) {
      const pages: unknown[][] = [];
      for (let skip = 0; skip < whole.total; skip += limit) {
        const { total, rows } = await read(`limit=${limit}&skip=${skip}`);
        expect(total).toBe(whole.total);
        pages.unshift(rows);
      }
      expect(pages.flat()).toEqual(whole.rows);
    }
    expect((await read(`skip=${whole.total}`)).rows).toEqual([]);
    expect((await desk.get(`${path}?skip=-1`)).code).toBe('INVALID_INPUT');
  });

  it.each(LISTS)(
    '%s: a filter by an unknown organization is an error, not an empty list',
    async (path) => {
      const desk = await busy();
      expect((await desk.get(`${path}?organization=acme`)).status).toBe(200);
      expect((await desk.get(`${path}?organization=acne`)).code).toBe('INVALID_INPUT');
    },
  );

  it('deliveries are narrowed to a state, requests to what went wrong', async () => {
    const desk = await busy();
    const { total, deliveries } = (await desk.get('/deliveries')).json;
    const counts: number[] = [];
    for (const state of ['due', 'delivered', 'failed']) {
      const some = (await desk.get(`/deliveries?state=${state}`)).json;
      const expected = deliveries.filter((each: { state: string }) => each.state === state);
      expect(some).toEqual({ total: expected.length, deliveries: expected });
      counts.push(some.total);
    }
    expect(counts.reduce((sum, count) => sum + count)).toBe(total);
    expect(counts.slice(1)).not.toContain(0);
    expect((await desk.get('/deliveries?state=lost')).code).toBe('INVALID_INPUT');
    desk.mock.addFault({ operation: 'domains.list', drop: true });
    await fetch(`${desk.served.url}/v1/domains`).catch(() => undefined);
    const { requests } = (await desk.get('/requests?status=failed')).json;
    expect(requests.map(({ status }: { status: number }) => status)).toEqual([401, 0]);
    expect((await desk.get('/requests?failed=false')).code).toBe('INVALID_INPUT');
  });

  it('a charge of the seed names no request, because no request was sent', async () => {
    const { charges } = (await (await busy()).get('/charges')).json;
    expect(charges.length).toBeGreaterThan(10);
    for (const charge of charges) expect(charge).not.toHaveProperty('requestId');
  });
});

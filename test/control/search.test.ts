/* eslint-disable @typescript-eslint/no-unsafe-member-access -- JSON as a script in another language sees it */
import { describe, expect, it } from 'vitest';
import { presets } from '../../mock/capture/presets.ts';
import { recordStateSchema } from '../../mock/control/views/record-view.ts';
import { RETENTION_MS } from '../../src/contract/limits.ts';
import { type Desk, openDesk } from './support/desk.ts';

interface Found {
  readonly kind: string;
  readonly id: string;
  readonly about: string;
  readonly cdrId: string | null;
  readonly matched: { readonly field: string; readonly value: string };
}

async function find(desk: Desk, text: string, more = ''): Promise<Found[]> {
  const reply = await desk.get(`/search?q=${encodeURIComponent(text)}${more}`);
  expect(reply.status).toBe(200);
  return reply.json.results as Found[];
}

const recordsIn = (json: unknown) =>
  (json as { records: { cdrId: string; leadId: string | null; phone: string | null }[] }).records;

async function market() {
  const desk = await openDesk();
  const { mock } = desk;
  mock.addOrganization({ organizationId: 'sun', name: 'Sunroof Leads' });
  mock.addOrganization({ organizationId: 'acme', name: 'Acme Solar' });
  const solar = mock.capture('sun', presets.checkedBox({ autoShare: true }));
  const plan = mock.capture('sun', presets.buttonOnly());
  return { desk, mock, solar, plan };
}

describe('the search', () => {
  it.each([
    '2125550147',
    '(212) 555-0147',
    '+1 212.555.0147',
    '\u202a212\u2013555\u20130147\u202c',
    '212-555-0147 x12',
    '0147',
  ])('finds a phone number spelt %s, and says where without telling the number', async (text) => {
    const { desk, solar } = await market();
    const found = await find(desk, text);
    expect(found.map(({ id }) => id)).toEqual([solar.cdrId]);
    expect(found[0]?.matched).toEqual({ field: 'phone', value: '••• ••• 0147' });
    expect(JSON.stringify(found)).not.toContain('2125550147');
  });

  it('finds a number that only custom metadata has, and shows nothing else of it', async () => {
    const { desk, mock } = await market();
    const customMetadata = { buyer: { lead_phone: '(713) 555-0168' } };
    const { cdrId } = mock.capture('sun', presets.buttonOnly({ customMetadata }));
    const found = await find(desk, '7135550168');
    expect(found.map(({ id }) => id)).toEqual([cdrId]);
    const matched = { field: 'customMetadata.buyer.lead_phone', value: '••• ••• 0168' };
    expect(found[0]?.matched).toEqual(matched);
    expect(JSON.stringify(found)).not.toContain('713');
  });

  it.each([
    ['L-1001', 'customMetadata.lead_id', 'L-1001'],
    ['l-10', 'customMetadata.lead_id', 'L-1001'],
    ['anne-marie VAN', 'name', 'Anne-Marie van der Berg'],
    ['quotes.sunroof', 'domain', 'quotes.sunroof.example'],
  ])('finds %s as %s', async (text, field, value) => {
    const { desk, solar } = await market();
    const [first] = await find(desk, text);
    expect(first).toMatchObject({ kind: 'record', id: solar.cdrId, matched: { field, value } });
    expect(first?.about).toBe('L-1001 · ••• ••• 0147 · quotes.sunroof.example');
  });

  it('takes two encodings of a name, and two apostrophes, for one', async () => {
    const { desk, plan } = await market();
    for (const text of ['JOSE\u0301', 'jos\u00e9', "o'hara"]) {
      expect((await find(desk, text)).map(({ id }) => id)).toEqual([plan.cdrId]);
    }
  });

  it('finds a record, an organization, a token, a request and a delivery by its id', async () => {
    const { desk, mock, solar } = await market();
    const webhook = { url: 'http://127.0.0.1:9/hook' };
    mock.addOrganization({ organizationId: 'hooked', name: 'Hooked', webhook });
    const { cdrId } = mock.capture('hooked', presets.checkedBox());
    const token = solar.shareUrl.split('/').at(-1) ?? '';
    await fetch(`${desk.served.url}/v1/domains`);
    const requestId = mock.requests()[0]?.requestId ?? '';
    const webhookId = mock.webhookDeliveries()[0]?.webhookId ?? '';
    for (const [kind, id, about] of [
      ['record', cdrId, cdrId],
      ['organization', 'hooked', null],
      ['token', token, solar.cdrId],
      ['request', requestId, null],
      ['delivery', webhookId, cdrId],
    ] as const) {
      const [first] = await find(desk, id);
      expect(first).toMatchObject({ kind, id, cdrId: about });
      const rest = id.slice(id.indexOf('_') + 1);
      if (kind !== 'organization') expect((await find(desk, rest))[0]?.id).toBe(id);
    }
    const [found] = await find(desk, token);
    expect(found?.matched.value).toBe(`${token.slice(0, 8)}…`);
  });

  it('gives the best first and no more than is asked for, and counts them all', async () => {
    const { desk, mock } = await market();
    for (let count = 0; count < 30; count += 1) {
      mock.capture('sun', presets.buttonOnly({ customMetadata: { lead_id: `Q-${count}` } }));
    }
    const { json } = await desk.get('/search?q=q-2&limit=3');
    expect(json.total).toBe(11);
    expect(json.results).toHaveLength(3);
    expect(json.results[0].matched.value).toBe('Q-2');
    expect((await desk.get('/search?q=q-')).json.results).toHaveLength(20);
    expect((await desk.get('/search?q=q&limit=101')).code).toBe('INVALID_INPUT');
    expect((await desk.get(`/search?q=${'x'.repeat(201)}`)).code).toBe('INVALID_INPUT');
  });

  it('finds nothing for an empty text, for the start of every id, or for fewer than four digits', async () => {
    const { desk } = await market();
    for (const text of ['', '   ', 'cd', '014']) expect(await find(desk, text)).toEqual([]);
    expect((await desk.get('/search')).json).toEqual({ total: 0, results: [] });
  });
});

describe('the rows of the records', () => {
  it('tell records apart by lead and masked phone, and tell where a page of them stands', async () => {
    const { desk, solar, plan } = await market();
    const { json } = await desk.get('/records?limit=1');
    const [row] = json.records;
    expect([solar.cdrId, plan.cdrId]).toContain(row.cdrId);
    expect(json).toMatchObject({ total: 2, skipped: 0, nextAfter: row.cdrId });
    const rows = recordsIn((await desk.get('/records')).json);
    const solarRow = rows.find(({ cdrId }) => cdrId === solar.cdrId);
    expect(solarRow).toMatchObject({ leadId: 'L-1001', phone: '••• ••• 0147' });
  });

  it('are narrowed to each state that a record can be in', async () => {
    const { desk, mock } = await market();
    const [pending, invalid, duplicated] = [1, 2, 3].map(() =>
      mock.capture('sun', presets.buttonOnly({ render: 'manual' })),
    );
    expect(pending).toBeDefined();
    for (const each of [invalid, duplicated]) mock.finishRendering(each?.cdrId ?? '');
    mock.invalidate(invalid?.cdrId ?? '');
    mock.duplicate(duplicated?.cdrId ?? '');
    const stateIds = async (query: string): Promise<[string, string][]> => {
      const { records } = (await desk.get(`/records${query}`)).json as {
        records: { cdrId: string; state: string }[];
      };
      return records.map(({ cdrId, state }) => [state, cdrId]);
    };
    const seen = new Set<string>();
    const compare = async (): Promise<void> => {
      const all = await stateIds('');
      for (const state of recordStateSchema.options) {
        const wanted = all.filter(([each]) => each === state);
        expect(await stateIds(`?state=${state}`), state).toEqual(wanted);
        if (wanted.length > 0) seen.add(state);
      }
    };
    await compare();
    await mock.clock.advance(RETENTION_MS);
    await compare();
    expect([...seen].sort()).toEqual([...recordStateSchema.options].sort());
    const refused = await desk.get('/records?state=gone');
    expect(refused.status).toBe(400);
  });

  it('lead back to the page before, however far it is', async () => {
    const { desk, mock } = await market();
    for (let count = 0; count < 5; count += 1) mock.capture('sun', presets.buttonOnly());
    const pages: string[][] = [];
    let path = '/records?limit=2';
    for (;;) {
      const { json } = await desk.get(path);
      pages.push(recordsIn(json).map(({ cdrId }) => cdrId));
      if (json.nextAfter === undefined) break;
      path = `/records?limit=2&after=${json.nextAfter}`;
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2, 1]);
    const last = (await desk.get(path)).json;
    expect(last.skipped).toBe(6);
    const third = (await desk.get(`/records?limit=2&after=${last.previousAfter}`)).json;
    expect(recordsIn(third).map(({ cdrId }) => cdrId)).toEqual(pages[2]);
    const second = (await desk.get(`/records?limit=2&after=${third.previousAfter}`)).json;
    expect(second.previousAfter).toBeUndefined();
    expect(second.skipped).toBe(2);
  });
});

import { setImmediate } from 'node:timers/promises';
import { getResponse, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, it, onTestFinished } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { createHandlers } from '../../../mock/doors/msw/handlers.ts';
import { createMockService } from '../../../mock/fake/mock-service.ts';
import { clientOf, listening, newWorld } from './listening.ts';

const mine = () => HttpResponse.text('mine');
const textOf = async (url: string, method = 'POST') => (await fetch(url, { method })).text();

/** Tests how the fake's handlers work together with others. */
export function composition(): void {
  it('a handler of the user’s own wins for one address, until the handlers are reset', async () => {
    const { mock } = newWorld();
    const server = listening(mock);
    const url = mock.url('shares.receive', 'shr_1');
    server.use(http.post(url, mine));
    expect(await textOf(url)).toBe('mine');
    expect(await textOf(mock.url('shares.receive', 'shr_2'))).toContain('"UNAUTHENTICATED"');
    expect(await textOf(url, 'GET')).not.toBe('mine');
    server.resetHandlers();
    expect(await textOf(url)).toContain('"UNAUTHENTICATED"');
    server.use(http.post(url, mine, { once: true }));
    expect(await textOf(url)).toBe('mine');
    expect(await textOf(url)).toContain('"UNAUTHENTICATED"');
  });

  it('a handler of the user’s own wins for every token', async () => {
    const { mock } = newWorld();
    const server = listening(mock);
    server.use(http.post(mock.url('shares.receive', '*'), mine));
    expect(await textOf(mock.url('shares.receive', 'shr_2'))).toBe('mine');
  });

  it.each(['https://x.example/v1/shares/shr_1', 'a/b', '/', ':token', '', undefined])(
    'there is no URL for the param %j, at which no handler would ever be called',
    (param) => {
      const { mock } = newWorld();
      expect(() => mock.url('shares.receive', param)).toThrow('expected one token without its URL');
      expect(mock.url('domains.list', param)).toBe(`${mock.baseUrl}/v1/domains`);
    },
  );

  it('a handler that reads the body and leaves the request to the fake is told to read a clone', async () => {
    const { mock, producer, buyer } = newWorld();
    const { shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
    const server = listening(mock);
    const looksInto = (read: (request: Request) => Promise<unknown>) => {
      server.use(
        http.post('*', async ({ request }) => {
          await read(request);
        }),
      );
      return clientOf(mock, buyer).shares.receive(shareUrl, { acceptance: { schemaVersion: 1 } });
    };
    await expect(looksInto((request) => request.text())).rejects.toThrow('request.clone()');
    expect(mock.charges({ organization: buyer })).toEqual([]);
    server.resetHandlers();
    await looksInto((request) => request.clone().text());
    expect(mock.charges({ organization: buyer })).toHaveLength(1);
  });

  it.each(['quotes.example:8443', 'ü 😀', 'a%2Fb'])(
    'wins for the domain %s too',
    async (domain) => {
      const { mock } = newWorld();
      const server = listening(mock);
      server.use(http.get(mock.url('cdrs.list', domain), mine));
      expect(await textOf(mock.url('cdrs.list', domain), 'GET')).toBe('mine');
      expect(await textOf(mock.url('cdrs.list', 'quotes.example'), 'GET')).not.toBe('mine');
    },
  );

  it('a handler put before the fake’s wins too, and can ask the fake itself', async () => {
    const { mock, producer } = newWorld();
    const { cdrId } = mock.capture(producer, presets.checkedBox());
    const changed = http.get(mock.url('cdrs.get', cdrId), async ({ request }) => {
      const response = await (mock.fetch as typeof fetch)(request);
      return HttpResponse.json((await response.json()) as object, {
        headers: { 'x-seen-by': 'a handler' },
      });
    });
    const crm = http.get('https://crm.example/ping', mine);
    const server = setupServer(crm, changed, ...createHandlers(mock));
    server.listen();
    onTestFinished(() => server.close());
    expect(await textOf('https://crm.example/ping', 'GET')).toBe('mine');
    const call = clientOf(mock, producer).cdrs.get(cdrId).withResponse();
    const { data, headers } = await call;
    expect([data.cdrId, headers.get('x-seen-by')]).toEqual([cdrId, 'a handler']);
    expect(mock.requests()).toHaveLength(1);
  });

  it('resetHandlers puts another world in the place of the first', async () => {
    const [first, second] = [newWorld(), newWorld()];
    const server = listening(first.mock);
    server.resetHandlers(...createHandlers(second.mock));
    await clientOf(second.mock, second.buyer).domains.list();
    expect([first, second].map(({ mock }) => mock.requests().length)).toEqual([0, 1]);
  });

  it('getResponse answers without a server', async () => {
    const { mock, producer } = newWorld();
    const handlers = createHandlers(mock);
    const headers = { 'x-api-key': producer.apiKey };
    const request = new Request(mock.url('domains.list'), { headers });
    const response = await getResponse(handlers, request);
    expect(await response?.json()).toMatchObject({ ok: true });
    const elsewhere = new Request('https://elsewhere.example/v1/domains');
    expect(await getResponse(handlers, elsewhere)).toBeUndefined();
    // A longer host name must not match the base address.
    const evil = new Request('https://api.consent-evidence.example.evil/v1/domains');
    expect(await getResponse(handlers, evil)).toBeUndefined();
  });

  it('owns what is below a base URL with a path, and no more', async () => {
    const mock = createMockService({ baseUrl: 'https://gateway.example/(consent)+/api/' });
    const handlers = createHandlers(mock);
    const statusOf = async (url: string) => (await getResponse(handlers, new Request(url)))?.status;
    expect(await statusOf('https://gateway.example/(consent)+/api')).toBe(404);
    expect(await statusOf('https://gateway.example/(consent)+/api/v1/domains')).toBe(401);
    expect(await statusOf('https://gateway.example/(consent)+/apis')).toBeUndefined();
    expect(await statusOf('https://gateway.example/consentt/api/v1/domains')).toBeUndefined();
  });

  it('boundaries hold a world each, at one time', async () => {
    const shared = newWorld();
    const server = listening(shared.mock);
    const visits = ['first', 'second'].map((name) =>
      server.boundary(async () => {
        const { mock, producer, buyer } = newWorld();
        server.use(...createHandlers(mock));
        const page = presets.checkedBox({ autoShare: true, pageTitle: name });
        const { cdrId, shareUrl } = mock.capture(producer, page);
        for (let turn = 0; turn < 3; turn += 1) {
          await clientOf(mock, buyer).shares.receive(shareUrl);
          await setImmediate();
        }
        const { autoMetadata } = await clientOf(mock, buyer).cdrs.get(cdrId);
        return [autoMetadata?.pageTitle, mock.charges().length, mock.requests().length];
      })(),
    );
    expect(await Promise.all(visits)).toEqual([
      ['first', 1, 4],
      ['second', 1, 4],
    ]);
    expect(shared.mock.requests()).toEqual([]);
    await clientOf(shared.mock, shared.buyer).domains.list();
    expect(shared.mock.requests()).toHaveLength(1);
  });
}

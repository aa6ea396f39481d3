import { get } from 'node:http';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { setupMockServer } from '../../mock/msw.ts';
import { type ServeOptions, serveMock } from '../../mock/node.ts';
import { DOORS } from './support/door.ts';
import { START } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';
import { receiverOf } from './support/receiver.ts';
import { PLAIN_PAGE, World } from './support/world.ts';

const PREFIXED = 'https://gateway.example/consent/api';

describe('mock.fetch', () => {
  it('reaches the fake and nothing else', async () => {
    const mock = createMockService({ now: START });
    await expect(
      mock.fetch('https://api.consent-evidence.example.evil/v1/domains'),
    ).rejects.toThrow(TypeError);
    await expect(mock.fetch('https://elsewhere.example/')).rejects.toThrow(
      /not an origin of the fake/,
    );
    expect(mock.requests()).toEqual([]);
  });

  it('takes a URL, a text or a Request, and can be called unbound', async () => {
    const { fetch, baseUrl } = createMockService({ now: START });
    const url = `${baseUrl}/v1/domains`;
    for (const input of [url, new URL(url), new Request(url)]) {
      expect((await fetch(input)).status).toBe(401);
    }
  });

  it("rejects with the signal's reason, also while an answer is awaited", async () => {
    const mock = createMockService({ now: START });
    mock.addFault({ operation: '*', delayMs: 1000, times: 2 });
    const controller = new AbortController();
    const answer = mock.fetch(`${mock.baseUrl}/v1/domains`, { signal: controller.signal });
    const reason = new Error('the caller gave up');
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
});

describe('MSW', () => {
  async function listening(mock: ReturnType<typeof createMockService>) {
    const server = setupMockServer(mock);
    await server.listen();
    onTestFinished(() => server.close());
    return server;
  }

  it("lets a handler of the user's own win for one address", async () => {
    const mock = createMockService({ now: START });
    const server = await listening(mock);
    const url = mock.url('shares.receive', 'shr_1');
    server.use(http.post(url, () => HttpResponse.text('mine')));
    expect(await (await fetch(url, { method: 'POST' })).text()).toBe('mine');
    const other = await fetch(mock.url('shares.receive', 'shr_2'), { method: 'POST' });
    expect(other.status).toBe(401);
  });

  it('sends no request past the fake to the network', async () => {
    await listening(createMockService({ now: START }));
    await expect(fetch('https://elsewhere.example/')).rejects.toThrow();
  });
});

describe.each(DOORS.filter(({ name }) => name !== 'node:http'))('$name', (door) => {
  it('serves a base URL with a path prefix, and nothing beside it', async () => {
    const mock = createMockService({ now: START, baseUrl: `${PREFIXED}/` });
    const opened = await door.open(mock);
    onTestFinished(() => opened.close());
    const world = new World(mock, opened);
    const { producer, cdrId } = partiesOf(world);
    expect(world.baseUrl).toBe(PREFIXED);
    const { shareUrl, token } = (await world.share(producer, cdrId)).data;
    expect(shareUrl).toBe(`${PREFIXED}/v1/shares/${token}`);
    expect((await world.request('GET', '/v1/domains/', { key: producer })).status).toBe(200);
  });
});

describe('node:http', () => {
  it('stamps deliveries with real time by default, and as before once closed', async () => {
    const receiver = receiverOf();
    const mock = createMockService({ now: START, webhookFetch: receiver.webhookFetch });
    const webhook = { url: 'https://producer.example/hook', secret: 'whsec_test' };
    const producer = mock.addOrganization({ name: 'Producer', webhook });
    const stampOfNext = async () => {
      mock.capture(producer, PLAIN_PAGE);
      await mock.clock.advance(0);
      const { headers, event } = receiver.received.at(-1) ?? {};
      expect(Math.floor(Number(event?.['timestamp']) / 1000)).toBe(
        Number(headers?.get('x-svc-timestamp')),
      );
      return Number(event?.['timestamp']);
    };
    const served = await serveMock(mock);
    const before = Date.now();
    const stamp = await stampOfNext();
    await served.close();
    expect(stamp).toBeGreaterThanOrEqual(before);
    expect(stamp).toBeLessThanOrEqual(Date.now());
    expect(await stampOfNext()).toBe(START);
  });

  it('gives out addresses of the served origin, and of the own one again once closed', async () => {
    const mock = createMockService({ now: START });
    const producer = mock.addOrganization({ name: 'Producer' });
    const page = { ...PLAIN_PAGE, autoShare: true };
    const served = await serveMock(mock);
    expect(mock.capture(producer, page).shareUrl?.startsWith(`${served.url}/v1/`)).toBe(true);
    expect(served.clientOptions(producer)).toMatchObject({ baseUrl: served.url });
    expect(served.env(producer).CONSENT_EVIDENCE_BASE_URL).toBe(served.url);
    await served.close();
    expect(mock.capture(producer, page).shareUrl?.startsWith(`${mock.baseUrl}/v1/`)).toBe(true);
  });

  it('served more than once, gives out addresses that are open, whichever is closed first', async () => {
    const mock = createMockService({ now: START });
    const producer = mock.addOrganization({ name: 'Producer' });
    const originOfNext = () =>
      new URL(mock.capture(producer, { ...PLAIN_PAGE, autoShare: true }).shareUrl ?? '').origin;
    const first = await serveMock(mock);
    const second = await serveMock(mock);
    await first.close();
    expect(originOfNext()).toBe(second.url);
    const third = await serveMock(mock);
    expect(originOfNext()).toBe(third.url);
    await first.close();
    await third.close();
    expect(originOfNext()).toBe(second.url);
    await second.close();
    expect(originOfNext()).toBe(mock.baseUrl);
  });

  it('refuses options that it does not know', async () => {
    const serve = (options: unknown) => serveMock(createMockService(), options as ServeOptions);
    await expect(serve(null)).rejects.toThrow('options: expected an object');
    await expect(serve({ controlTokn: 'x' })).rejects.toThrow(
      'controlTokn: is not a known option; did you mean "controlToken"?',
    );
  });

  it('stops listening when it is closed, whatever is still open', async () => {
    const mock = createMockService({ now: START });
    const served = await serveMock(mock);
    mock.addFault({ operation: '*', delayMs: 1000 });
    const waiting = fetch(`${served.url}/v1/domains`).catch((error: unknown) => error);
    await served.close();
    expect(await waiting).toBeInstanceOf(Error);
    await expect(fetch(served.url)).rejects.toThrow();
  });

  it.each([-1, 65_536, 1.5, Number.NaN])('refuses the port %d', async (port) => {
    await expect(serveMock(createMockService({ now: START }), { port })).rejects.toThrow(/port/);
  });

  it.each(['', '/v1/domains', '/v1/domains?x=1'])(
    'takes a whole URL as its target, as a client behind a proxy sends it: "%s"',
    async (path) => {
      const served = await serveMock(createMockService({ now: START }));
      onTestFinished(() => served.close());
      const { hostname, port } = new URL(served.url);
      const status = await new Promise((resolve, reject) => {
        // The host of the target counts, not that of the header (RFC 9112 section 3.2.2).
        const headers = { host: 'elsewhere.example' };
        const target = { hostname, port, path: served.url + path, headers, agent: false };
        get(target, (response) => resolve(response.resume().statusCode)).on('error', reject);
      });
      expect(status).toBe(path === '' ? 404 : 401);
    },
  );

  it('shares one world with the doors beside it', async () => {
    const mock = createMockService({ now: START });
    const worlds: World[] = [];
    for (const door of DOORS) {
      const opened = await door.open(mock);
      onTestFinished(() => opened.close());
      worlds.push(new World(mock, opened));
    }
    const [first, second, third] = worlds as [World, World, World];
    const { buyer, cdrId, token } = await sharedBy(first);
    await second.receive(buyer, token);
    expect((await third.read(buyer, cdrId)).data.cdr.collected).toBe(true);
  });
});

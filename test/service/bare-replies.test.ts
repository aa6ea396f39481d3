import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { serveMock } from '../../mock/node.ts';
import { checkReply } from './support/check-reply.ts';
import { eachDoor, START } from './support/each-door.ts';
import { speak } from './support/speak.ts';

eachDoor((open, { name }) => {
  it.each([101, 17_000, 2_000_000])(
    '4.2: a metadataKey of %d characters is 400 INVALID_ARGUMENT, whatever the server before it allows',
    async (length) => {
      const world = await open();
      const key = world.mock.addOrganization({ name: 'Acme' });
      const query = { metadataKey: 'k'.repeat(length), metadataValue: 'v' };
      const reply = await world.list(key, 'example.com', query);
      expect(reply).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT' });
    },
  );

  // MSW's own parser does not know the first, so MSW lets it through to the network.
  it.each(['BREW', 'QUERY', 'M-SEARCH', 'LINK'].slice(name === 'MSW' ? 1 : 0))(
    '5.7: the method %s, which HTTP servers need not know, is 405 on a known path and 404 elsewhere',
    async (method) => {
      const world = await open();
      for (const key of [null, world.mock.addOrganization({ name: 'Acme' })]) {
        const reply = await world.request(method, '/v1/shares/shr_1/?x=1', { key });
        expect(reply).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
        expect(reply.headers.get('allow')).toBe('GET, POST');
        expect((await world.request(method, '/v1/cdrs', { key })).code).toBe('NOT_FOUND');
        expect(world.mock.requests().at(-1)).toMatchObject({ method, path: '/v1/cdrs' });
      }
    },
  );

  it('1: more headers than a server usually reads hide no key', async () => {
    const world = await open();
    const key = world.mock.addOrganization({ name: 'Acme' });
    const many = Array.from({ length: 2500 }, (_, index): [string, string] => [`x-${index}`, '1']);
    const headers = { ...Object.fromEntries(many), 'x-api-key': key.apiKey };
    expect((await world.request('GET', '/v1/domains', { headers })).status).toBe(200);
  });
});

/** What Node answers by itself, or closes: the request, and the answer of the service. */
const BARE: readonly [what: string, said: string, status: number, code: string, allow?: string][] =
  [
    ['a method in lower case', 'get /v1/domains', 405, 'METHOD_NOT_ALLOWED', 'GET'],
    ['a method in mixed case', 'Post /v1/cdrs/c/share', 405, 'METHOD_NOT_ALLOWED', 'POST'],
    ['an unknown method on an unknown path', 'brew /v1/cdrs', 404, 'NOT_FOUND'],
    ['a whole URL', 'get http://localhost/v1/domains', 405, 'METHOD_NOT_ALLOWED', 'GET'],
    ['CONNECT to a path', 'CONNECT /v1/domains', 405, 'METHOD_NOT_ALLOWED', 'GET'],
    ['CONNECT to a host', 'CONNECT shop.example:443', 404, 'NOT_FOUND'],
    ['an expectation', 'GET /v1/domains HTTP/1.1\r\nExpect: a-miracle', 401, 'UNAUTHENTICATED'],
    ['two spaces', 'GET /v1/domains x', 400, 'INVALID_ARGUMENT'],
    ['another version', 'GET /v1/domains HTTP/3.0', 400, 'INVALID_ARGUMENT'],
    ['no target', 'GET', 400, 'INVALID_ARGUMENT'],
    ['bytes of TLS', '\x16\x03\x01\x00', 400, 'INVALID_ARGUMENT'],
    ['HTTP/2', 'PRI * HTTP/2.0', 400, 'INVALID_ARGUMENT'],
    ['a header that is none', 'GET /v1/domains HTTP/1.1\r\nA b: c', 400, 'INVALID_ARGUMENT'],
    [
      'two lengths',
      'POST /v1/shares/s HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2',
      400,
      'INVALID_ARGUMENT',
    ],
  ];

describe('through node:http, what Node would answer by itself', () => {
  async function serving() {
    const mock = createMockService({ now: START });
    const served = await serveMock(mock);
    onTestFinished(() => served.close());
    return { mock, url: served.url };
  }

  const whole = (said: string): string => {
    const line = /^\S+ \S+$/.test(said) ? `${said} HTTP/1.1` : said;
    return `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  };

  const checked = (reply: Awaited<ReturnType<typeof speak>>[number] | undefined) => {
    if (reply === undefined) throw new Error('the connection was closed without an answer');
    const { status, headers, bytes } = reply;
    const text = new TextDecoder().decode(bytes);
    return checkReply({ method: '', path: '', status, headers, text });
  };

  it.each(BARE)(
    '2.1: %s gets the envelope, no-store and a code of the service',
    async (_what, said, status, code, allow) => {
      const { url } = await serving();
      const replies = await speak(url, whole(said));
      expect(replies.map((reply) => reply.status)).toEqual([status]);
      expect(checked(replies[0])).toMatchObject({ ok: false, error: { code } });
      expect(replies[0]?.headers.get('allow') ?? undefined).toBe(allow);
    },
  );

  it('1: a request that names no host is 400 in the envelope', async () => {
    const { url } = await serving();
    const [reply] = await speak(url, 'GET /v1/domains HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(checked(reply)).toMatchObject({ error: { message: 'the request names no host' } });
  });

  it('answers the requests before an unreadable one first', async () => {
    const mock = createMockService();
    const served = await serveMock(mock);
    onTestFinished(() => served.close());
    mock.addFault({ operation: 'domains.list', delayMs: 5 });
    const first = 'GET /v1/domains HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const replies = await speak(served.url, first + whole('get /v1/domains'));
    expect(replies.map((reply) => checked(reply)?.ok)).toEqual([false, false]);
    expect(replies.map(({ status }) => status)).toEqual([401, 405]);
  });

  it('answers a body that breaks its framing once, whether or not the key was refused', async () => {
    const { mock, url } = await serving();
    const { apiKey } = mock.addOrganization({ name: 'Acme' });
    const head = (key: string) =>
      `POST /v1/shares/s HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    for (const key of [apiKey, 'no.key']) {
      expect((await speak(url, `${head(key)}zz\r\n`)).map(({ status }) => status)).toEqual([400]);
    }
    // The key is refused before the body is read.
    const refused = await speak(url, head('no.key'), 'zz\r\n');
    expect(refused.map(({ status }) => status)).toEqual([401]);
  });

  it('stops listening with a connection open that was answered for the last time', async () => {
    const served = await serveMock(createMockService({ now: START }));
    const { hostname, port } = new URL(served.url);
    for (const said of ['CONNECT a.example:443', 'get /v1/domains']) {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      socket.on('error', () => undefined).write(whole(said));
      await once(socket, 'data');
      onTestFinished(() => void socket.destroy());
    }
    await served.close();
    await expect(fetch(served.url)).rejects.toThrow();
  });
});

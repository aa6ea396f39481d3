import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWebhookHandler } from '../../src/webhooks/handler/handler.ts';
import type { WebhookHandlerOptions } from '../../src/webhooks/handler/handler-options.ts';
import type { NodeResponse } from '../../src/webhooks/handler/node-request.ts';
import { toNodeHandler } from '../../src/webhooks/handler/to-node-handler.ts';
import { memoryStore } from '../../src/webhooks/store/memory-store.ts';
import { eventBody, now, SECRET, signedHeaders } from './delivery-fixture.ts';

const servers: { close(): unknown; closeAllConnections?(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.();
    server.close();
  }
});

function receiver(changes: Partial<WebhookHandlerOptions> = {}) {
  const hooks = { onEvent: vi.fn(), onRejected: vi.fn(), onError: vi.fn() };
  const options = { secret: SECRET, store: memoryStore({ now }), now, ...hooks, ...changes };
  return { ...hooks, route: toNodeHandler(createWebhookHandler(options)) };
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** What a body parser does before the route runs. */
type Parser = (request: IncomingMessage & { body?: unknown; rawBody?: unknown }) => Promise<void>;

async function serve(changes: Partial<WebhookHandlerOptions> = {}, parser?: Parser) {
  const { route, ...hooks } = receiver(changes);
  const seen: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    seen.push(request);
    await parser?.(request);
    await route(request, response);
  });
  const port = await listen(server);
  return { ...hooks, port, seen, url: `http://127.0.0.1:${port}/hook` };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function deliver(url: string, body = eventBody()) {
  return fetch(url, { method: 'POST', body, headers: signedHeaders(body) });
}

describe('toNodeHandler on node:http', () => {
  it('reads the request itself where nothing did', async () => {
    const { url, onEvent } = await serve();
    const response = await deliver(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('0');
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  it('takes bodies of many pieces, several at a time', async () => {
    const { url, onEvent } = await serve();
    const ids = Array.from({ length: 20 }, (_, i) => `wh_${i}`);
    const fill = 'é'.repeat(200_000);
    const answers = await Promise.all(
      ids.map((webhookId) => deliver(url, eventBody({ webhookId, fill }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(
      onEvent.mock.calls.map(([event]) => (event as { webhookId: string }).webhookId).sort(),
    ).toEqual(ids.toSorted());
  });

  it('takes a body that drips in byte by byte, chunked', async () => {
    const { port, onEvent } = await serve();
    const body = eventBody();
    const request = httpRequest({ port, method: 'POST', headers: signedHeaders(body) });
    request.flushHeaders();
    for (const byte of Buffer.from(body)) {
      await new Promise((resolve) => request.write(Buffer.of(byte), resolve));
    }
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  it('answers 408 to a body that stops, and lets the connection go', async () => {
    const { port, onError } = await serve({ bodyTimeoutMs: 50 });
    const request = httpRequest({ port, method: 'POST', headers: signedHeaders('x') });
    request.on('error', () => undefined);
    request.write('{');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(408);
    expect(response.headers.connection).toBe('close');
    expect(onError.mock.calls[0]?.[1]).toEqual({ step: 'body' });
    request.destroy();
  });

  it('cuts an over-long chunked body early, with 413', async () => {
    const { port, onRejected, seen } = await serve({ maxBodyBytes: 100_000 });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    const piece = `2710\r\n${'x'.repeat(10_000)}\r\n`;
    while (!answer.includes('\r\n\r\n') && !socket.destroyed) {
      await new Promise((resolve) => socket.write(piece, resolve));
    }
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/connection: close/i);
    expect(onRejected.mock.calls[0]?.[0]).toMatchObject({ reason: 'body_too_large' });
    expect(seen[0]?.complete).toBe(false);
    socket.destroy();
  });

  it('answers 413 to an announced length without waiting for the body', async () => {
    const { port } = await serve({ maxBodyBytes: 1000 });
    const headers = { ...signedHeaders('x'), 'content-length': '5000000' };
    const request = httpRequest({ port, method: 'POST', headers });
    request.on('error', () => undefined);
    request.flushHeaders();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    request.destroy();
  });

  it('survives a sender that goes away in the middle, and serves the next', async () => {
    const { port, url, onError, onEvent } = await serve();
    const request = httpRequest({ port, method: 'POST', headers: { 'content-length': '1000' } });
    request.on('error', () => undefined);
    await new Promise((resolve) => request.write('{"half":', resolve));
    request.destroy();
    await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
    expect(onError.mock.calls[0]?.[1]).toEqual({ step: 'body' });
    expect((await deliver(url)).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  it('answers 405 with Allow to another method, TRACE too', async () => {
    const { port } = await serve();
    for (const method of ['GET', 'HEAD', 'PUT', 'TRACE']) {
      const request = httpRequest({ port, method }).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      expect([method, response.statusCode]).toEqual([method, 405]);
      expect(response.headers.allow).toBe('POST');
    }
  });

  it.each(['//evil.example/x', '/%E0%A4%A', '*', '/a b', 'http://[', '/\u{e9}'])(
    'does not stumble over the target %j',
    async (target) => {
      const { port } = await serve();
      const socket = connect(port, '127.0.0.1');
      const body = eventBody();
      const headers = {
        ...signedHeaders(body),
        'content-length': Buffer.byteLength(body),
        host: 'x',
      };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${encodeURI(target).replace('%2520', '%20')} HTTP/1.1\r\n`);
      socket.end(`${lines.join('')}\r\n${body}`);
      const [data] = (await once(socket, 'data')) as [Buffer];
      expect(data.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
    },
  );
});

describe('toNodeHandler behind a body parser', () => {
  it('answers 500 at once, with body_parsed, where the parser kept no bytes', async () => {
    const parser: Parser = async (request) => {
      request.body = JSON.parse((await readAll(request)).toString());
    };
    const { url, onRejected, onEvent } = await serve({}, parser);
    const response = await deliver(url);
    expect(response.status).toBe(500);
    expect(onRejected.mock.calls.map(([error]) => (error as { reason: string }).reason)).toEqual([
      'body_parsed',
    ]);
    expect(onEvent).not.toHaveBeenCalled();
  });

  it('answers 500 at once where something read the stream and kept nothing', async () => {
    const { url, onRejected } = await serve({}, async (request) => {
      await readAll(request);
    });
    expect((await deliver(url)).status).toBe(500);
    expect(onRejected.mock.calls[0]?.[0]).toMatchObject({ reason: 'body_parsed' });
  });

  const kept: [string, Parser][] = [
    [
      'req.rawBody',
      async (request) => {
        request.rawBody = await readAll(request);
        request.body = JSON.parse(String(request.rawBody));
      },
    ],
    [
      'req.body as a Buffer',
      async (request) => {
        request.body = await readAll(request);
      },
    ],
    [
      'req.body as bytes of another realm, as in a test runner',
      async (request) => {
        const bytes = [...(await readAll(request))];
        request.body = runInNewContext('Uint8Array.from(bytes)', { bytes });
      },
    ],
    [
      'req.body as text',
      async (request) => {
        request.body = (await readAll(request)).toString();
      },
    ],
    [
      'an empty object beside an unread stream',
      async (request) => {
        request.body = {};
      },
    ],
    [
      'a stream that gives text',
      async (request) => {
        request.setEncoding('utf8');
      },
    ],
  ];
  it.each(kept)('verifies what was kept: %s', async (_, parser) => {
    const { url, onEvent } = await serve({}, parser);
    expect((await deliver(url)).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  it('holds a kept body to maxBodyBytes too', async () => {
    const parser: Parser = async (request) => {
      request.body = await readAll(request);
      delete request.headers['content-length'];
    };
    const { url } = await serve({ maxBodyBytes: 10 }, parser);
    expect((await deliver(url)).status).toBe(413);
  });
});

describe('toNodeHandler elsewhere', () => {
  it('takes Fastify’s request and reply, and takes the reply over', async () => {
    const { route, onEvent } = receiver();
    const body = eventBody();
    const sent: unknown[] = [];
    const raw: NodeResponse = {
      statusCode: 0,
      setHeader: () => undefined,
      end: () => sent.push('end'),
    };
    const hijack = vi.fn();
    const request = {
      raw: Object.assign(createServerRequest(), { method: 'POST', headers: signedHeaders(body) }),
      body: Buffer.from(body),
    };
    await route(request, { raw, hijack });
    expect(hijack).toHaveBeenCalledTimes(1);
    expect([raw.statusCode, sent]).toEqual([200, ['end']]);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  it('leaves alone an answer that someone else has sent', async () => {
    const { route } = receiver();
    const end = vi.fn();
    const response = { headersSent: true, statusCode: 504, setHeader: vi.fn(), end };
    await route(Object.assign(createServerRequest(), { method: 'GET', headers: {} }), response);
    expect(end).not.toHaveBeenCalled();
  });

  it('answers 408 where the request is gone already', async () => {
    const { route } = receiver();
    const response = { statusCode: 0, setHeader: vi.fn(), end: vi.fn() };
    const request = { ...createServerRequest(), method: 'POST', headers: {}, destroyed: true };
    await route(request, response);
    expect(response.statusCode).toBe(408);
  });

  it('answers 500, and rejects nothing, where the handler or the response itself fails', async () => {
    const route = toNodeHandler(() => Promise.reject(new Error('not ours')));
    const response = { statusCode: 0, setHeader: vi.fn(), end: vi.fn() };
    const request = { ...createServerRequest(), method: 'GET', headers: {} };
    await route(request, response);
    expect(response.statusCode).toBe(500);
    response.end.mockImplementation(() => {
      throw new Error('gone');
    });
    await expect(route(request, response)).resolves.toBeUndefined();
  });

  it('speaks HTTP/2', async () => {
    const { route, onEvent } = receiver();
    const server = createHttp2Server((request, response) => void route(request, response));
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const body = eventBody();
    const stream = session.request({ ':method': 'POST', ':path': '/', ...signedHeaders(body) });
    stream.end(body);
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    expect(headers[':status']).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
    session.destroy();
  });
});

/** Returns the methods of a request without a stream behind it. */
function createServerRequest() {
  const nothing = (): void => undefined;
  return { on: nothing, removeListener: nothing, pause: nothing, resume: nothing };
}

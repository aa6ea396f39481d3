import { once } from 'node:events';
import { createServer } from 'node:http';
import { createSecureServer, type Http2ServerRequest } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import * as undici8 from 'undici';
import * as undici7 from 'undici-7';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failureOf } from '../client/support/failure-of.ts';
import { cdr } from '../client/support/operations.ts';
import { certificate } from '../hostile/support/localhost-certificate.ts';
import { answerDomains, listen, over, serve } from './support.ts';

/** Starts an HTTP proxy that makes tunnels, and notes which ones. */
async function startProxy(status = 200): Promise<{ url: string; tunnels: string[] }> {
  const tunnels: string[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url = '' }, client: Socket) => {
    tunnels.push(url);
    client.on('error', () => undefined);
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const [host = '', port] = url.split(':');
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
  });
  return { url: await listen(proxy), tunnels };
}

describe.each([
  ['undici 8', undici8],
  ['undici 7', undici7 as unknown as typeof undici8],
])('by %s', (_version, { Agent, Pool, ProxyAgent, interceptors }) => {
  it('a proxy: the request goes through its tunnel', async () => {
    const url = await serve(answerDomains);
    const proxy = await startProxy();
    const client = over(new ProxyAgent({ uri: proxy.url, proxyTunnel: true }), url);
    expect(await client.domains.list()).toEqual(['a.example']);
    expect(proxy.tunnels).toEqual([new URL(url).host]);
  });

  it('a proxy that makes no tunnel: nothing was sent', async () => {
    const url = await serve(answerDomains);
    const proxy = await startProxy(407);
    const client = over(new ProxyAgent({ uri: proxy.url, proxyTunnel: true }), url);
    const error = await failureOf(client.cdrs.share('cdr_1'));
    expect(error).toMatchObject({
      ...{ name: 'ConnectionError', outcome: 'not_sent' },
      message: `cdrs.share: could not connect to ${url}: the proxy answered 407`,
    });
  });

  it('a pool: no more connections than it has', async () => {
    let open = 0;
    let most = 0;
    const server = createServer(answerDomains);
    server.on('connection', (socket) => {
      open += 1;
      most = Math.max(most, open);
      socket.on('close', () => (open -= 1));
    });
    const url = await listen(server);
    const client = over(new Pool(url, { connections: 2 }), url);
    await Promise.all(Array.from({ length: 20 }, () => client.domains.list()));
    expect(most).toBe(2);
  });

  it('an agent asks the store for an image, a pool its own origin', async () => {
    const asked: string[] = [];
    const store = await serve((_, response) => {
      asked.push('store');
      response.end('abc');
    });
    const record = { ...cdr, collected: true, size: 3, downloadUrl: `${store}/img` };
    const url = await serve((request, response) => {
      asked.push(`api ${request.headers['x-api-key'] === undefined ? 'without' : 'with'} a key`);
      response.end(JSON.stringify({ ok: true, data: { cdr: record }, requestId: 'req_1' }));
    });
    expect(await over(new Agent(), url).cdrs.download('cdr_1')).toMatchObject({ size: 3 });
    expect(asked.splice(0)).toEqual(['api with a key', 'store']);
    expect(await failureOf(over(new Pool(url), url).cdrs.download('cdr_1'))).toMatchObject({
      reason: 'integrity',
    });
    expect(asked).toEqual(['api with a key', 'api without a key']);
  });

  it('a time limit for connecting: nothing was sent', async () => {
    const silent = createTcpServer((socket) => {
      onTestFinished(() => void socket.destroy());
    });
    const url = await listen(silent, 'https');
    const client = over(new Agent({ connect: { timeout: 50 } }), url);
    const error = await failureOf(client.cdrs.share('cdr_1'));
    expect(error).toMatchObject({
      outcome: 'not_sent',
      message: expect.stringContaining('UND_ERR_CONNECT_TIMEOUT') as string,
    });
  });

  it('HTTP/2', async () => {
    const versions: string[] = [];
    const server = createSecureServer(certificate, (request: Http2ServerRequest, response) => {
      versions.push(request.httpVersion);
      answerDomains(request as never, response as never);
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `https://localhost:${(server.address() as { port: number }).port}`;
    const client = over(new Agent({ allowH2: true, connect: { ca: certificate.cert } }), url);
    expect(await client.domains.list()).toEqual(['a.example']);
    expect(versions).toEqual(['2.0']);
  });

  it('a client certificate, without which the server takes nothing', async () => {
    const { cert, key } = certificate;
    const names: unknown[] = [];
    const options = { ...certificate, ca: cert, requestCert: true, rejectUnauthorized: true };
    const server = createTlsServer(options, (request, response) => {
      names.push((request.socket as unknown as TLSSocket).getPeerCertificate().subject.CN);
      answerDomains(request, response);
    });
    const url = await listen(server, 'https');
    const connectWith = { ca: cert, cert, key };
    const client = over(new Agent({ allowH2: false, connect: connectWith }), url);
    expect(await client.domains.list()).toEqual(['a.example']);
    expect(names).toEqual(['localhost']);
    const bare = over(new Agent({ allowH2: false, connect: { ca: cert } }), url);
    expect(await failureOf(bare.domains.list())).toMatchObject({ name: 'ConnectionError' });
  });

  it('an interceptor that follows redirects sees no redirect: the key stays here', async () => {
    const seen: unknown[] = [];
    const elsewhere = await serve(({ headers }, response) => {
      seen.push(headers['x-api-key']);
      response.end();
    });
    const url = await serve((_request, response) => {
      response.writeHead(302, { location: `${elsewhere}/v1/domains` }).end();
    });
    const following = new Agent().compose(interceptors.redirect({ maxRedirections: 3 }));
    const error = await failureOf(over(following, url).domains.list());
    expect(error).toMatchObject({ name: 'UnexpectedReplyError', status: 302 });
    expect(seen).toEqual([]);
  });

  it('a closed dispatcher: nothing was sent', async () => {
    const url = await serve(answerDomains);
    const dispatcher = new Agent();
    const client = over(dispatcher, url);
    await dispatcher.close();
    const error = await failureOf(client.cdrs.share('cdr_1'));
    expect(error).toMatchObject({ outcome: 'not_sent' });
  });

  it('a dispatcher destroyed during a request: the outcome is unknown', async () => {
    const dispatcher = new Agent();
    const url = await serve(() => {
      void dispatcher.destroy();
    });
    const error = await failureOf(over(dispatcher, url).cdrs.share('cdr_1'));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });
});

import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { serveMock } from '../../mock/node.ts';
import { ConsentEvidence } from '../../src/client/client.ts';
import { BodySource } from '../../src/undici/body-source.ts';
import { type UndiciDispatcher, undiciFetch } from '../../src/undici/index.ts';
import { failureOf } from '../client/support/failure-of.ts';
import { answerDomains, DOMAINS, over, serve } from './support.ts';

const MEGABYTE = 1024 * 1024;

/** Serves a body in a content coding. */
const coded = (coding: string, body: Uint8Array) =>
  serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': coding }).end(body);
  });

/** The result is as small as at the highest quality, which takes seconds. */
const brotliOfNothing = (bytes: number) =>
  brotliCompressSync(Buffer.alloc(bytes), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

const gzip = gzipSync(DOMAINS);
const brotli = brotliCompressSync(DOMAINS);

describe('compressed answers', () => {
  it.each([
    ['gzip', gzip],
    ['x-gzip', gzip],
    ['br', brotli],
    ['gzip, br', brotliCompressSync(gzip)],
    ['gzip', gzip.subarray(0, -8)], // like `fetch`: the checksum may be missing, the text is whole
  ])('%s is decoded', async (coding, body) => {
    const client = over(new Agent(), await coded(coding, body));
    expect(await client.domains.list()).toEqual(['a.example']);
  });

  it('are asked for', async () => {
    const url = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip, br');
      answerDomains(request, response);
    });
    await over(new Agent(), url).domains.list();
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(100 * MEGABYTE), { level: 1 })],
    ['br', brotliOfNothing(100 * MEGABYTE)],
  ])('%s of 100 MB of nothing is read to its bound and no further', async (coding, body) => {
    const client = over(new Agent(), await coded(coding, body));
    const error = await failureOf(client.domains.list());
    expect(error).toMatchObject({ name: 'UnexpectedReplyError' });
    expect((error as Error).message).toContain('longer than 16777216 bytes');
  });

  it.each(['gzip', 'br'])('an invalid %s counts as an answer that broke off', async (coding) => {
    const client = over(new Agent(), await coded(coding, Buffer.from('no such coding')));
    expect(await failureOf(client.domains.list())).toMatchObject({ name: 'ConnectionError' });
  });

  it.each(['zstd', 'gzip, zstd', 'gzip,'.repeat(6)])(
    'a coding that no one asked for (%s) is left as it is',
    async (coding) => {
      const client = over(new Agent(), await coded(coding, Buffer.from(DOMAINS)));
      expect(await client.domains.list()).toEqual(['a.example']);
    },
  );
});

describe('an answer', () => {
  it.each([
    ['plain', undefined],
    ['gzip', gzip.subarray(0, 20)],
  ])('that is given up in its middle (%s) lets the connection go', async (_what, part) => {
    const controller = new AbortController();
    let settle = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const url = await serve((request, response) => {
      request.socket.on('close', settle);
      const coding = part && { 'content-encoding': 'gzip' };
      response.writeHead(200, coding).write(part ?? DOMAINS.slice(0, 20), () => {
        controller.abort(new Error('the person went away'));
      });
    });
    const client = over(new Agent(), url);
    const error = await failureOf(client.domains.list({ signal: controller.signal }));
    expect(error).toMatchObject({ name: 'AbortError', cause: { message: 'the person went away' } });
    await closed;
  });

  it('is not asked for where the call was given up while it waited for the connection', async () => {
    const asked: (string | undefined)[] = [];
    let answerFirst = (): void => undefined;
    const url = await serve((request, response) => {
      asked.push(request.url);
      const answer = () => answerDomains(request, response);
      if (asked.length === 1) answerFirst = answer;
      else answer();
    });
    const agent = new Agent({ connections: 1, pipelining: 1 });
    let dispatched = 0;
    const dispatcher: UndiciDispatcher & { destroy(): Promise<void> } = {
      dispatch(options, handler) {
        const isSent = agent.dispatch(options as never, handler as never);
        dispatched += 1;
        return isSent;
      },
      destroy: () => agent.destroy(),
    };
    const client = over(dispatcher, url);
    const controller = new AbortController();
    const first = client.domains.list();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    const receive = client.shares.receive(`${url}/v1/shares/tok_1`, { signal: controller.signal });
    const failure = failureOf(receive);
    await vi.waitFor(() => expect(dispatched).toBe(2)); // it waits in the queue of the pool
    controller.abort();
    expect(await failure).toMatchObject({ name: 'AbortError' });
    answerFirst();
    expect(await first).toEqual(['a.example']);
    await client.domains.list(); // after it, by the same connection
    expect(asked).toEqual(['/v1/domains', '/v1/domains']);
  });

  it('is the one after early hints', async () => {
    const url = await serve((request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' }, () =>
        answerDomains(request, response),
      );
    });
    expect(await over(new Agent(), url).domains.list()).toEqual(['a.example']);
  });

  it('has its headers, those that come twice included', async () => {
    const url = await serve((request, response) => {
      response.setHeader('x-more', ['a', 'b']);
      answerDomains(request, response);
    });
    const { headers } = await over(new Agent(), url).domains.list().withResponse();
    expect([headers.get('X-More'), headers.get('content-type')]).toEqual([
      'a, b',
      'application/json',
    ]);
  });
});

describe('a body', () => {
  it('holds the connection while no one reads, and no longer', async () => {
    const told: string[] = [];
    const source = new BodySource({
      abort: () => told.push('abort'),
      pause: () => told.push('pause'),
      resume: () => told.push('resume'),
    });
    for (let n = 0; n < 3; n += 1) source.push(Buffer.alloc(40 * 1024, n));
    expect(told).toEqual(['pause', 'pause']);
    for (let n = 0; n < 3; n += 1) expect((await source.read()).value?.[0]).toBe(n);
    expect(told).toEqual(['pause', 'pause', 'resume']);
    source.end();
    expect(await source.read()).toEqual({ done: true, value: undefined });
    source.cancel();
    expect(told).not.toContain('abort');
  });

  it.each<[string, (source: BodySource) => void, unknown]>([
    ['ends', (source) => source.end(), { done: true, value: undefined }],
    ['breaks off', (source) => source.fail(new Error('reset')), 'Error: reset'],
    ['is given up', (source) => source.cancel(), { done: true, value: undefined }],
  ])('leaves no reader waiting that asked before it %s', async (_, happens, expected) => {
    const source = new BodySource({ abort: () => {}, pause: () => {}, resume: () => {} });
    const read = source.read().catch(String);
    happens(source);
    expect(await read).toEqual(expected);
    expect(await source.read().catch(String)).toEqual(expected);
  });
});

describe('the fake, over undici', () => {
  it('serves a whole story: receive, download, share', async () => {
    const mock = createMockService();
    const producer = mock.addOrganization({ name: 'Sunroof Leads' });
    const buyer = mock.addOrganization({ name: 'Acme Solar' });
    const served = await serveMock(mock, { port: 0 });
    const dispatcher = new Agent();
    onTestFinished(async () => {
      await dispatcher.destroy();
      await served.close();
    });
    const fetch = undiciFetch({ dispatcher });
    const { shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
    const client = new ConsentEvidence({ ...served.clientOptions(buyer), fetch });
    const acceptance = { schemaVersion: 1, disclosure: { requirePresent: true } } as const;
    const { cdrId } = await client.shares.receive(shareUrl, { acceptance });
    const image = await client.cdrs.download(cdrId);
    expect(image.sha256).toBe(createHash('sha256').update(image.bytes).digest('hex'));
    expect(image.bytes).toHaveLength(image.size);
    await client.cdrs.share(cdrId, { expiresIn: { days: 1 } });
    expect(await client.shares.dashboardUrl(shareUrl)).toMatch(/\/claim\//);
  });
});

describe('undiciFetch', () => {
  it.each([[undefined], [{}], [{ dispatcher: {} }]])(
    'refuses %j, which is not a dispatcher',
    (options) => {
      expect(() => undiciFetch(options as never)).toThrow('dispatcher');
    },
  );
});

import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { type ServeOptions, serveMock } from '../../mock/node.ts';
import { ConsentEvidence } from '../../src/index.ts';
import { rawRequest } from '../control/support/raw-request.ts';

const KEY = 'acme.demo-only';

async function serve(options: ServeOptions = {}) {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z', seed: 'demo' });
  const served = await serveMock(mock, options);
  onTestFinished(() => served.close());
  const { port } = new URL(served.url);
  const ask = (host: string, target = '/v1/domains', method = 'GET') =>
    rawRequest(`http://127.0.0.1:${port}`, {
      ...{ method, target },
      headers: { host, 'x-api-key': KEY },
    });
  return { mock, ask, port };
}

async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) answer += String(chunk);
  return answer;
}

describe('the names under which a served fake answers', () => {
  it.each(['localhost', '127.0.0.1', '127.8.9.1', '[::1]', 'LOCALHOST', 'fake.localhost'])(
    '%s is this machine',
    async (host) => {
      const { ask, port } = await serve();
      expect((await ask(`${host}:${port}`)).status).toBe(200);
    },
  );

  it('a name that someone points here reaches no path of the service, with a known key too', async () => {
    const { mock, ask } = await serve();
    const before = JSON.stringify(mock.snapshot());
    for (const [method, target] of [
      ['GET', '/v1/domains'],
      ['GET', '/v1/cdrs/cdr_any'],
      ['POST', '/v1/shares/shr_any'],
      ['GET', '/v1/shares/shr_any'],
      ['GET', '/_mock/evidence/cdrs/cdr_any'],
      ['GET', '/'],
    ] as const) {
      const { status, text } = await ask('rebound.example', target, method);
      expect(status, target).toBe(403);
      expect(JSON.parse(text)).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    }
    // The world did not record it as a request.
    expect(JSON.stringify(mock.snapshot())).toBe(before);
  });

  it('no name at all is answered but those that are allowed', async () => {
    const { ask } = await serve({ allowHosts: ['Consent-Fake', 'fake.internal'] });
    expect((await ask('consent-fake:4010')).status).toBe(200);
    expect((await ask('FAKE.internal')).status).toBe(200);
    const name = fc.domain().filter((each) => !/(?:^|\.)localhost$/.test(each));
    await fc.assert(
      fc.asyncProperty(name, fc.nat(65_535), async (host, port) => {
        expect((await ask(`${host}:${port}`)).status).toBe(403);
      }),
      { numRuns: 40 },
    );
  });

  it('on every interface too a name has to be allowed, as a container has one', async () => {
    const { ask } = await serve({ host: '0.0.0.0', allowHosts: ['consent-evidence'] });
    expect((await ask('consent-evidence:4010')).status).toBe(200);
    expect((await ask('192.168.0.7:4010')).status).toBe(200);
    expect((await ask('rebound.example')).status).toBe(403);
  });

  it('a client under a foreign name is told which option helps', async () => {
    const { ask } = await serve();
    const { text } = await ask('consent-evidence');
    const client = new ConsentEvidence({
      apiKey: KEY,
      baseUrl: 'http://localhost:9',
      maxRetries: 0,
      fetch: async () => new Response(text, { status: 403 }),
    });
    await expect(client.domains.list()).rejects.toThrow(/--allow-host NAME/);
  });

  it('refuses a request without any name', async () => {
    const { port } = await serve();
    const answer = await sendRaw(Number(port), 'GET /v1/domains HTTP/1.0\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

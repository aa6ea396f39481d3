import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { controlEndpoints } from '../../mock/control/control-endpoints.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { type Desk, openDesk } from './support/desk.ts';
import { type RawRequest, rawRequest } from './support/raw-request.ts';

/** `HOSTILE_REQUESTS=10000 npx vitest run test/control/hostile.test.ts` sends 10,000 of each. */
const RUNS = Number(process.env['HOSTILE_REQUESTS'] ?? 300);

const templates = [
  ...Object.values(controlEndpoints).map(({ path }) => `/_mock/api${path}`),
  ...Object.values(endpoints).map(({ path }) => path),
].filter((path) => path !== '/_mock/api/events');

const segment = fc.oneof(
  fc.constantFrom(
    'sunroof',
    'acme',
    '__proto__',
    'constructor',
    '..',
    '%2e%2e',
    '%',
    '%ff',
    'a%2Fb',
  ),
  fc.string().map(encodeURIComponent),
);

const query = fc.oneof(
  fc.constant(''),
  fc.webQueryParameters().map((text) => `?${text}`),
  fc
    .tuple(
      fc.constantFrom('limit', 'after', 'organization', 'cdrId', '__proto__', 'pageSize', 'order'),
      fc.string(),
    )
    .map(([name, value]) => `?${name}=${encodeURIComponent(value)}`),
);

const path = fc
  .tuple(fc.constantFrom(...templates), fc.infiniteStream(segment), query)
  .map(([template, segments, search]) => {
    const filled = template.replace(/:\w+/g, () => String(segments.next().value));
    return (filled + search).replace(/[^\x21-\x7e]/g, '');
  });

const field = fc.constantFrom(
  ...['name', 'organization', 'preset', 'page', 'pageUrl', 'disclosures', 'operation', 'times'],
  ...['status', 'webhook', 'days', 'acceptance', 'schemaVersion', 'collect', '__proto__'],
);

const body = fc.oneof(
  fc.string(),
  fc.json(),
  fc.dictionary(field, fc.jsonValue()).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '{',
    '[]',
    'null',
    '1e999',
    '"\\ud800"',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
  ),
);

const headers = fc.record(
  {
    'content-type': fc.constantFrom('application/json', 'application/json; charset=x', 'text/html'),
    'x-api-key': fc.constantFrom('a.b', '..', '__proto__.x', 'a.b.c', ' '),
    authorization: fc.constantFrom('Bearer', 'Bearer x', 'Basic eDp5'),
    origin: fc.constantFrom('null', 'http://evil.example', 'http://localhost'),
    host: fc.constantFrom('localhost', 'evil.example', '[::1', '127.0.0.1:99999'),
  },
  { requiredKeys: [] },
);

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
  target: path,
  headers,
  body,
});

/** Sends raw bytes, and returns what comes back until the server closes or a moment has passed. */
function sendBytes({ served }: Desk, bytes: Uint8Array): Promise<string> {
  const { hostname, port } = new URL(served.url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.setTimeout(100, () => socket.destroy());
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

async function expectAlive(desk: Desk): Promise<void> {
  expect((await desk.get('/ready')).status).toBe(200);
}

describe('a hostile client', () => {
  it(`brings no 500 and no crash with malformed requests`, { timeout: 600_000 }, async () => {
    const desk = await openDesk({ seed: 'demo' });
    const check = async (each: RawRequest): Promise<void> => {
      const { status, text } = await rawRequest(desk.served.url, each);
      expect(status, text).toBeLessThan(500);
      expect(status).toBeGreaterThanOrEqual(200);
      // A fault that was added by chance would cause an intended 500.
      await desk.send('DELETE', '/faults');
    };
    await fc.assert(fc.asyncProperty(request, check), { numRuns: RUNS });
    await expectAlive(desk);
  });

  it('gets no 5xx for bytes that are hardly HTTP', { timeout: 600_000 }, async () => {
    const desk = await openDesk();
    const line = fc.constantFrom('GET /_mock/api/ready HTTP/1.1', 'POST / HTTP/1.0', 'GET', '');
    const bytes = fc
      .tuple(line, fc.array(fc.string(), { maxLength: 5 }), fc.uint8Array({ maxLength: 200 }))
      .map(([first, lines, rest]) =>
        Buffer.concat([Buffer.from([first, ...lines, '', ''].join('\r\n')), rest]),
      );
    const check = async (each: Uint8Array): Promise<void> => {
      expect(await sendBytes(desk, each)).not.toMatch(/^HTTP\/1\.1 5/);
    };
    await fc.assert(fc.asyncProperty(bytes, check), { numRuns: Math.ceil(RUNS / 3) });
    await expectAlive(desk);
  });
});

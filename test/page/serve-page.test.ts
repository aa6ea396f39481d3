import { describe, expect, it, onTestFinished } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { type ServeOptions, serveMock } from '../../mock/node.ts';
import { READING_MEANINGS } from '../../src/readings/reading-meanings.ts';
import { rawRequest } from '../control/support/raw-request.ts';

async function serve(options: ServeOptions = {}) {
  const mock = createMockService();
  mock.addOrganization({ name: 'Producer' });
  const served = await serveMock(mock, options);
  onTestFinished(() => served.close());
  return { mock, served };
}

describe('serving the page', () => {
  it.each([
    ['/_mock', 'text/html; charset=utf-8'],
    ['/_mock/', 'text/html; charset=utf-8'],
    ['/_mock/dashboard/claim/shr_1', 'text/html; charset=utf-8'],
    ['/_mock/page.js', 'text/javascript; charset=utf-8'],
    ['/_mock/page.css', 'text/css; charset=utf-8'],
    ['/_mock/page.svg', 'image/svg+xml'],
    ['/_mock/specification', 'text/html; charset=utf-8'],
  ])('%s is %s, never cached, and may load from here alone', async (path, contentType) => {
    const { served } = await serve();
    const reply = await fetch(served.url + path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe(contentType);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    expect(policy).toContain("img-src 'self' blob:");
  });

  it('holds no key, no token and no script of its own in the document', async () => {
    const { mock, served } = await serve();
    const html = await (await fetch(`${served.url}/_mock/dashboard/claim/shr_secret`)).text();
    expect(html).not.toContain('shr_secret');
    expect(html).not.toContain(mock.clientOptions(mock.addOrganization({ name: 'B' })).apiKey);
    expect(html.match(/<script[^>]*>[^<]/)).toBeNull();
    expect(html).not.toMatch(/ on[a-z]+=|style=/);
  });

  it('takes no other method, and gives HEAD no body', async () => {
    const { served } = await serve();
    const posted = await fetch(`${served.url}/_mock/`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const head = await fetch(`${served.url}/_mock/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('answers under no foreign name', async () => {
    const { served } = await serve();
    const reply = await rawRequest(served.url, {
      method: 'GET',
      target: '/_mock/',
      headers: { host: 'evil.example' },
    });
    expect(reply.status).toBe(403);
  });

  it.each(['/_mock/page.html', '/_mock/dashboard/claim/', '/_mockery', '/_mock/constructor'])(
    '%s is no page',
    async (path) => {
      const { served } = await serve();
      expect((await fetch(served.url + path)).status).toBe(404);
    },
  );

  it('leaves the journal to the service: loading the page is not a request in it', async () => {
    const { mock, served } = await serve();
    await fetch(`${served.url}/_mock/`);
    await fetch(`${served.url}/_mock/dashboard/claim/shr_1`);
    expect(mock.requests()).toEqual([]);
  });

  it('has a place for each section that the readings name', async () => {
    const { served } = await serve();
    const page = await (await fetch(`${served.url}/_mock/specification`)).text();
    const sections = Object.values(READING_MEANINGS).flatMap(({ section }) => section.split(', '));
    const lost = sections.filter((each) => !page.includes(`id="s${each.replaceAll('.', '-')}"`));
    expect(sections.length).toBeGreaterThan(40);
    expect(lost).toEqual([]);
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phoneIn } from '../../cli/account/find/phone-in-value.ts';
import { createMockService, presets } from '../../mock/index.ts';
import { type ServedMock, serveMock } from '../../mock/node.ts';
import { phoneSpellings } from '../../src/contract/phone-filters.ts';
import { CliProcess } from './cli-process.ts';
import { reportIn } from './envelope.ts';
import { reported, runHere } from './run-here.ts';

const PHONE = '4155550123';
const DOMAINS = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example', 'f.example'];

const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'find' });
const producer = mock.addOrganization({ name: 'Sunroof Leads' });
let served: ServedMock;
let env: Record<string, string>;

/** Captures a record on this domain whose page has this custom data. */
function plant(domain: string, customMetadata: Record<string, unknown>): string {
  const pageUrl = `https://quotes.${domain}/solar`;
  return mock.capture(producer, presets.checkedBox({ pageUrl, customMetadata })).cdrId;
}

const spelled = phoneSpellings(PHONE).map((text, index) =>
  plant(DOMAINS[index % 3] ?? '', { lead_phone: text }),
);
const elsewhere = [
  plant('d.example', { contact: { numbers: ['none', { mobile: '415 - 555 . 0123' }] } }),
  plant('d.example', { note: 'call Jo on (415)5550123, after six' }),
  plant('e.example', { n: 14155550123 }),
  plant('e.example', { wide: '４１５-５５５-０１２３' }),
];
for (const domain of DOMAINS) {
  plant(domain, { lead_phone: '(415) 555-0124', id: '94155550123', long: '41555501234' });
}

beforeAll(async () => {
  served = await serveMock(mock);
  env = { ...served.env(producer) };
});
afterAll(() => served.close());

/** Starts a service that answers for the first domain and leaves the others waiting. */
async function slowService() {
  const waiting = new Map<string, () => void>();
  const askedFor = new Set<string>();
  const server = createServer(({ url = '' }, response) => {
    const domainId = /^\/v1\/domains\/([^/?]+)/.exec(url)?.[1];
    if (domainId !== undefined) {
      askedFor.add(domainId);
      waiting.get(domainId)?.();
    }
    if (domainId !== undefined && domainId !== DOMAINS[0]) return;
    const data = domainId === undefined ? { domains: DOMAINS } : { cdrs: [] };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, data, meta: { requestId: 'req_1', timestamp: 1 } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: (domainId: string) =>
      new Promise<void>((resolve) => {
        if (askedFor.has(domainId)) resolve();
        else waiting.set(domainId, resolve);
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const found = (report: Record<string, unknown>): string[] =>
  (report['candidates'] as { cdrId: string }[]).map(({ cdrId }) => cdrId).sort();

describe('consent-evidence find', () => {
  it('finds the planted phone in every spelling, on all domains, each record once', async () => {
    const args = ['find', '--phone', '(415) 555-0123', '--key', 'lead_phone', '--json'];
    const ran = await runHere(args, env);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const report = reported(ran);
    expect(found(report)).toEqual([...spelled].sort());
    expect(report).toMatchObject({
      ...{ ok: true, tenDigits: PHONE, keys: ['lead_phone'], searched: DOMAINS },
      ...{ failed: [], left: [], truncated: false, interrupted: false },
    });
    expect(report['requests']).toBeGreaterThanOrEqual(DOMAINS.length * (1 + spelled.length));
  });

  it('finds it under any key in any spelling by reading each entry', async () => {
    const before = mock.charges().length;
    const report = reported(await runHere(['find', '--phone', PHONE, '--scan', '--json'], env));
    expect(found(report)).toEqual([...spelled, ...elsewhere].sort());
    expect(report['requests']).toBe(1 + DOMAINS.length);
    expect(mock.charges()).toHaveLength(before);
  });

  it('says what was asked beside what was found, also where that is nothing', async () => {
    const { code, stdout } = await runHere(['find', '--phone', '(415) 555-0199'], env);
    expect(code).toBe(0);
    expect(stdout).toContain('0 candidates for 4155550199 on 6 domains');
    expect(stdout).toContain('searched by phones');
    const one = await runHere(
      ['find', '--phone', PHONE, '--scan', '--domain', 'e.example', '--domain', 'd.example'],
      env,
    );
    expect(one.stdout).toMatch(/^DOMAIN +RECORD +CREATED +FOUND IN +IMAGE$/m);
    expect(one.stdout).toMatch(
      /^d\.example +cdr_\w+ +2026-01-05T12:00:00\.000Z +customMetadata\.contact\.numbers\.mobile +collected$/m,
    );
    expect(one.stdout).toContain('4 candidates for 4155550123 on 2 domains');
  });

  it('prints CSV that a spreadsheet does not run, and how the search went beside it', async () => {
    const hostile = createMockService();
    const organization = hostile.addOrganization({ name: 'Hostile' });
    const customMetadata = { '=HYPERLINK("http://x")': PHONE };
    hostile.capture(organization, presets.checkedBox({ customMetadata }));
    const at = await serveMock(hostile);
    const args = ['find', '--phone', PHONE, '--scan', '--csv'];
    const { code, stdout, stderr } = await runHere(args, { ...at.env(organization) });
    await at.close();
    expect(code).toBe(0);
    const [head, row, ...rest] = stdout.trimEnd().split('\n');
    expect(head).toBe('domainId,cdrId,createdAt,key,collected,devMode');
    expect(row).toMatch(
      /^[\w.-]+,cdr_\w+,[^,]+,"customMetadata\.=HYPERLINK\(""http:\/\/x""\)",true,false$/,
    );
    expect(rest).toEqual([]);
    expect(stderr).toContain('1 candidate for 4155550123 on 1 domain');
  });

  it('continues where a domain cannot be read, and says which one', async () => {
    const scene = createMockService({ idSeed: 'broken' });
    const organization = scene.addOrganization({ name: 'Broken' });
    const pages = ['a.example', 'b.example', 'c.example'].map((domain) => `https://${domain}/`);
    for (const pageUrl of pages) {
      scene.capture(organization, presets.checkedBox({ pageUrl, customMetadata: { p: PHONE } }));
    }
    const at = await serveMock(scene);
    const dead = { apiKey: scene.clientOptions(organization).apiKey };
    scene.addFault({ operation: 'cdrs.list', times: 3, status: 503 });
    const args = ['find', '--phone', PHONE, '--scan', '--domain', 'a.example', '--json'];
    const variables = {
      CONSENT_EVIDENCE_API_KEY: dead.apiKey,
      CONSENT_EVIDENCE_BASE_URL: at.url,
    };
    const ran = await runHere(args, variables);
    expect(ran.code).toBe(1);
    expect(reported(ran)).toMatchObject({
      ok: false,
      searched: [],
      failed: [{ domainId: 'a.example', message: expect.stringContaining('503') }],
    });
    scene.revokeApiKey(dead.apiKey);
    const refused = await runHere(['find', '--phone', PHONE, '--json'], variables);
    expect(refused.code).toBe(1);
    expect(reported(refused)).toMatchObject({
      ok: false,
      error: { name: 'ApiError', code: 'UNAUTHENTICATED', status: 401, outcome: 'refused' },
    });
    await at.close();
  });

  it('asks no more domains where the account itself is refused', async () => {
    const scene = createMockService({ idSeed: 'refused' });
    const organization = scene.addOrganization({ name: 'Refused' });
    for (let at = 0; at < 12; at += 1) {
      scene.capture(organization, presets.checkedBox({ pageUrl: `https://d${at}.example/` }));
    }
    const at = await serveMock(scene);
    const variables = { ...at.env(organization) };
    for (const code of ['UNAUTHENTICATED', 'API_ACCESS_DISABLED'] as const) {
      const fault = scene.addFault({ operation: 'cdrs.list', code, times: Infinity });
      const before = scene.requests().length;
      const ran = await runHere(['find', '--phone', PHONE, '--scan', '--json'], variables);
      fault.remove();
      expect(ran.code).toBe(1);
      const lists = scene.requests().slice(before);
      // Four at once were under way; none began afterwards.
      expect(lists.filter(({ operation }) => operation === 'cdrs.list').length).toBeLessThan(9);
      const { failed, left } = reported(ran) as { failed: unknown[]; left: unknown[] };
      expect(failed.length).toBeGreaterThan(0);
      expect(failed.length + left.length).toBe(12);
      expect(left.length).toBeGreaterThan(3);
    }
    await at.close();
  });

  it('stops at its limit and says so', async () => {
    const args = ['find', '--phone', PHONE, '--scan', '--limit', '5', '--json'];
    const ran = await runHere(args, env);
    expect(ran.code).toBe(1);
    expect(reported(ran)).toMatchObject({ ok: false, truncated: true });
    expect(found(reported(ran))).toHaveLength(5);
    const { code, stdout } = await runHere(args.slice(0, -1), env);
    expect(code).toBe(1);
    expect(stdout).toContain('stopped at --limit: there may be more candidates');
  });

  it('ends cleanly at Ctrl-C, and continues behind what it had searched', async () => {
    await using service = await slowService();
    const args = ['find', '--phone', PHONE, '--scan', '--json'];
    await using cli = new CliProcess(args, {
      CONSENT_EVIDENCE_API_KEY: 'kid.secret',
      CONSENT_EVIDENCE_BASE_URL: service.url,
    });
    // Requested only once the first domain has been answered; the others never are.
    await service.asked('e.example');
    cli.kill('SIGINT');
    const { code, stdout, stderr } = await cli.finished();
    expect(code).toBe(1);
    expect(stderr).toContain('stopping after the current step');
    expect(reportIn(stdout)).toMatchObject({
      ...{ ok: false, interrupted: true, searched: ['a.example'], resumeAfter: 'a.example' },
      left: DOMAINS.slice(1),
    });
  });

  it('continues behind a domain', async () => {
    const args = ['find', '--phone', PHONE, '--scan', '--after', 'c.example', '--json'];
    const report = reported(await runHere(args, env));
    expect(report).toMatchObject({ ok: true, searched: ['d.example', 'e.example', 'f.example'] });
    expect(found(report)).toEqual([...elsewhere].sort());
  });
});

describe('a phone in a value', () => {
  it.each([
    ['4155550123', true],
    ['+1 (415) 555-0123 x7', true],
    ['tel:+1-415-555-0123', true],
    ['415–555–0123', true],
    ['1.415.555.0123 or 212-555-0147', true],
    [4155550123, true],
    ['14155550123', true],
    ['0014155550123', true],
    ['from abroad: 00 1 (415) 555-0123', true],
    ['or 011-1-415-555-0123', true],
    ['call (415) – 555 – 0123', true],
    ['94155550123', false],
    ['0094155550123', false],
    ['41555501234', false],
    ['415-555-0124', false],
    ['(415) 555-0123 mobile', true],
    [true, false],
    [null, false],
  ])('%j: %s', (value, isThere) => {
    expect(phoneIn(value, PHONE, 'v')).toBe(isThere ? 'v' : undefined);
    expect(phoneIn({ a: [1, { b: value }] }, PHONE, 'v')).toBe(isThere ? 'v.a.b' : undefined);
  });
});

import { createHash } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConsentEvidence } from 'consent-evidence';
import { presets } from 'consent-evidence/mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as archive from '../../examples/archive-evidence.ts';
import * as calibration from '../../examples/calibrate.ts';
import * as commonjs from '../../examples/commonjs.cjs';
import * as dryRun from '../../examples/dry-run-criteria.ts';
import * as exportDomains from '../../examples/export-domains.ts';
import { type FakeEnv, startFake } from '../../examples/fake-env.ts';
import * as receive from '../../examples/receive-with-criteria.ts';
import * as share from '../../examples/share-to-buyers.ts';
import * as receiver from '../../examples/webhook-receiver.ts';
import worker, { run as runWorker } from '../../examples/worker.ts';

let fake: FakeEnv;
const open: { close(): unknown }[] = [];
const folders: string[] = [];

beforeEach(async () => {
  fake = await startFake();
  const { env } = fake;
  vi.spyOn(fake, 'env').mockImplementation(async (...args) => {
    const variables = await env(...args);
    if (variables.OUT !== '') folders.push(path.dirname(variables.OUT));
    return variables;
  });
});

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  await fake.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const linesOf = async (file: string): Promise<unknown[]> =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const createdAtOf = (line: string): number => (JSON.parse(line) as { createdAt: number }).createdAt;

const chargesOf = (organization: string): number => fake.mock.charges({ organization }).length;

/** Receives a record that someone else captured long ago. */
async function receiveLate(): Promise<string> {
  const createdAt = fake.mock.clock.now() - 200 * 86_400_000;
  const page = { pageUrl: 'https://late.example/', createdAt, autoShare: true };
  const { cdrId, shareUrl = '' } = fake.mock.capture('planhelper', page);
  await fake.mock.clock.advance(0);
  const env = await fake.env('sunroof');
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  await client.shares.receive(shareUrl);
  return cdrId;
}

describe('examples/export-domains', () => {
  it('adds what it does not have, a record received late included', async () => {
    const env = await fake.env('sunroof', 'cdrs.ndjson');
    const { path: file, records, added } = await exportDomains.run(env);
    expect(added).toBe(records);
    const before = await readFile(file, 'utf8');
    expect(await exportDomains.run(env)).toMatchObject({ records, added: 0 });
    expect(await readFile(file, 'utf8')).toBe(before);
    const newest = Math.max(...before.trimEnd().split('\n').map(createdAtOf));
    const cdrId = await receiveLate();
    expect(await exportDomains.run(env)).toMatchObject({ records: records + 1, added: 1 });
    const line = (await readFile(file, 'utf8')).slice(before.length);
    expect(JSON.parse(line)).toMatchObject({ cdrId });
    expect(createdAtOf(line)).toBeLessThan(newest);
  });

  it('continues after a run that was killed in the middle of a line', async () => {
    const env = await fake.env('sunroof', 'cdrs.ndjson');
    const { path: file, records } = await exportDomains.run(env);
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.slice(0, -40));
    expect(await exportDomains.run(env)).toMatchObject({ records, added: 1 });
    const lines = (text: string) => text.split('\n').sort();
    expect(lines(await readFile(file, 'utf8'))).toEqual(lines(whole));
  });

  it('continues after a record that has every white space which is no end of a line', async () => {
    const env = await fake.env('sunroof', 'cdrs.ndjson');
    const note = 'a\r\u0085\u2028\u2029\u000b\u000cb';
    fake.mock.capture('sunroof', { pageUrl: 'https://sunroof.example/', customMetadata: { note } });
    await fake.mock.clock.advance(0);
    const { path: file, records } = await exportDomains.run(env);
    const whole = await readFile(file, 'utf8');
    expect(await exportDomains.run(env)).toMatchObject({ records, added: 0 });
    expect(await readFile(file, 'utf8')).toBe(whole);
  });

  it('writes a line for each record, oldest first, without addresses that die', async () => {
    const env = await fake.env('sunroof', 'cdrs.ndjson');
    const { path: file, domains, records } = await exportDomains.run(env);
    const lines = (await linesOf(file)) as { cdrId: string; domainId: string; createdAt: number }[];
    expect(domains).toBe(3);
    expect(lines).toHaveLength(records);
    expect(new Set(lines.map(({ cdrId }) => cdrId)).size).toBe(records);
    expect(lines.some((line) => 'downloadUrl' in line)).toBe(false);
    const [first] = lines;
    const times = lines.filter(({ domainId }) => domainId === first?.domainId);
    expect(times).toEqual(times.toSorted((a, b) => a.createdAt - b.createdAt));
  });

  it('draws a bar on a terminal and nothing elsewhere', async () => {
    const env = { ...(await fake.env('sunroof', 'cdrs.ndjson')), DOMAIN_ID: 'sunroof.example' };
    const terminal = { isTTY: true, write: vi.fn() };
    const { records } = await exportDomains.run(env, terminal);
    expect(terminal.write).toHaveBeenLastCalledWith(
      `\r[${'#'.repeat(24)}] 1/1 ${records} records\n`,
    );
    const log = { write: vi.fn() };
    await exportDomains.run(env, log);
    expect(log.write).not.toHaveBeenCalled();
  });
});

describe('examples/share-to-buyers', () => {
  it('makes a token for each buyer, in a file that only its owner reads', async () => {
    const env = await fake.env('sunroof', 'shares.json');
    const { path: file, shared, failed } = await share.run(env);
    expect([shared, failed]).toEqual([['Acme Solar', 'Verde Energy'], []]);
    const [acme, verde] = JSON.parse(await readFile(file, 'utf8')) as { shareUrl: string }[];
    expect(acme?.shareUrl).not.toBe(verde?.shareUrl);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it('says for whom it failed, and whether a token may exist', async () => {
    fake.mock.addFault({ operation: 'cdrs.share', phase: 'after', drop: true });
    const { shared, failed } = await share.run(await fake.env('sunroof', 'shares.json'));
    expect(shared).toEqual(['Verde Energy']);
    expect(failed).toMatchObject([{ buyer: 'Acme Solar', outcome: 'unknown' }]);
  });
});

describe('examples/receive-with-criteria', () => {
  it('pays for a record that meets the criteria, once', async () => {
    const page = presets.checkedBox({ autoShare: true });
    const { cdrId, shareUrl } = fake.mock.capture('planhelper', page);
    const env = { ...(await fake.env('acme', '')), SHARE_URL: shareUrl, LEAD_PHONE: '2125550147' };
    const before = chargesOf('acme');
    expect(await receive.run(env)).toMatchObject({ decision: 'accept', cdrId });
    expect(await receive.run(env)).toMatchObject({ decision: 'duplicate', cdrId });
    expect(chargesOf('acme') - before).toBe(1);
  });

  it('says in words why a record is refused, free of charge', async () => {
    const env = await fake.env('acme');
    const before = chargesOf('acme');
    const unchecked = env.SHARE_URL.replace('shr_demo_live', 'shr_demo_unchecked');
    const refused = await receive.run({ ...env, SHARE_URL: unchecked });
    expect(refused.decision).toBe('refuse');
    expect(refused.why?.join(' ')).toMatch(/consent/i);
    expect(await receive.run({ ...env, SHARE_URL: 'https://elsewhere.example/t' })).toMatchObject({
      decision: 'refuse',
    });
    expect(chargesOf('acme')).toBe(before);
  });
});

describe('examples/dry-run-criteria', () => {
  it('counts what would pass and which rule refuses, and charges nothing', async () => {
    const before = fake.mock.charges().length;
    const env = await fake.env('sunroof');
    const { warnings, outcomes, refusedBy } = await dryRun.run(env, fake.mock.clock.now());
    expect(warnings).toEqual([]);
    expect(outcomes.accepted).toBeGreaterThan(0);
    expect(outcomes.accepted + outcomes.rejected).toBe(24);
    expect(refusedBy).toHaveProperty(['record.maxAgeSeconds RECORD_TOO_OLD'], 2);
    expect(fake.mock.charges()).toHaveLength(before);
    const few = await dryRun.run({ ...env, LIMIT: '2' }, fake.mock.clock.now());
    expect(few.outcomes.accepted + few.outcomes.rejected).toBeLessThanOrEqual(6);
  });
});

describe('examples/webhook-receiver', () => {
  it('writes an event to its journal once, and nothing that is not signed', async () => {
    const env = await fake.env('planhelper', 'events.ndjson');
    const warn = vi.fn();
    const server = await receiver.run(env, warn);
    open.push(server);
    fake.mock.updateOrganization('planhelper', {
      webhook: { url: server.url, secret: env.CONSENT_EVIDENCE_WEBHOOK_SECRET ?? '' },
    });
    const { cdrId } = fake.mock.capture('planhelper', { pageUrl: 'https://quotes.example.com/' });
    await vi.waitFor(async () => expect(await linesOf(server.journal)).toMatchObject([{ cdrId }]));
    const forged = await fetch(server.url, { method: 'POST', body: '{"event":"cdr.completed"}' });
    expect(forged.status).toBe(401);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'refused',
      'missing_signature',
      expect.any(String),
    );
    expect(await linesOf(server.journal)).toHaveLength(1);
  });

  it('keeps an event apart from a line that was cut off', async () => {
    const env = await fake.env('planhelper', 'events.ndjson');
    await writeFile(env.OUT, '{"webhookId":"wh_0","cdr');
    const server = await receiver.run(env);
    open.push(server);
    fake.mock.updateOrganization('planhelper', {
      webhook: { url: server.url, secret: env.CONSENT_EVIDENCE_WEBHOOK_SECRET ?? '' },
    });
    const { cdrId } = fake.mock.capture('planhelper', { pageUrl: 'https://quotes.example.com/' });
    await vi.waitFor(async () => {
      const [cut, line = '', end] = (await readFile(env.OUT, 'utf8')).split('\n');
      expect([cut, end]).toEqual(['{"webhookId":"wh_0","cdr', '']);
      expect(JSON.parse(line)).toMatchObject({ cdrId });
    });
  });
});

describe('examples/archive-evidence', () => {
  it('archives each collected record, and continues where it ended', async () => {
    const env = await fake.env('sunroof', 'evidence');
    const first = await archive.run(env);
    expect(first).toMatchObject({ archived: 24, known: 0, devMode: 1, whole: true });
    const cdrId = await receiveLate();
    const second = await archive.run(env);
    expect(second).toMatchObject({ archived: 1, known: 24, devMode: 1, whole: true });
    const manifest = await readFile(path.join(env.OUT, 'manifest.ndjson'), 'utf8');
    const last = manifest.trimEnd().split('\n').at(-1) ?? '';
    expect(last).toContain(cdrId);
    expect(createHash('sha256').update(last).digest('hex')).toBe(second.head);
  });
});

describe('examples/calibrate', () => {
  it('reports how the fake behaves, free of charge, and what has drifted', {
    timeout: 60_000,
  }, async () => {
    const env = await fake.env('sunroof', 'calibration.json');
    const charges = fake.mock.charges().length;
    const first = await calibration.run(env);
    expect(first).toMatchObject({ drift: [], differs: [] });
    expect(first.readings).toMatchObject({ collectFalse: 'refuse', domainNotHeld: 'empty' });
    const kept = await readFile(env.OUT, 'utf8');
    const other = '"reading":"collectFalse","verdict":"as documented","value":"defer"';
    await writeFile(env.OUT, kept.replace(other.replace('defer', 'refuse'), other));
    expect((await calibration.run(env)).drift).toEqual(['collectFalse']);
    expect(await readFile(`${env.OUT}.html`, 'utf8')).toContain('answers differently now');
    expect(fake.mock.charges()).toHaveLength(charges);
  });
});

describe('examples/commonjs and examples/worker', () => {
  it('read a record from a CommonJS module', async () => {
    const env = await fake.env('sunroof');
    const found = { cdrId: 'cdr_demo_solar', mechanisms: ['checkbox'] };
    expect(await commonjs.run(env)).toEqual(found);
    const missing = { ...env, CDR_ID: 'cdr_none' };
    expect(await commonjs.run(missing)).toEqual({ cdrId: 'cdr_none', found: false });
  });

  it('answer a request as a Worker does', async () => {
    const env = await fake.env('sunroof');
    expect(await runWorker(env)).toMatchObject({
      status: 200,
      body: { cdrId: 'cdr_demo_solar', consent: [{ consentMechanism: 'checkbox' }] },
    });
    const ask = async (at: string, init?: RequestInit): Promise<number> =>
      (await worker.fetch(new Request(`https://worker.example${at}`, init), env)).status;
    expect(await ask('/evidence/cdr_none')).toBe(404);
    expect(await ask('/evidence/cdr_demo_solar', { method: 'POST' })).toBe(404);
    fake.mock.addFault({ operation: 'cdrs.get', status: 401, code: 'UNAUTHENTICATED' });
    expect(await ask('/evidence/cdr_demo_solar')).toBe(502);
  });
});

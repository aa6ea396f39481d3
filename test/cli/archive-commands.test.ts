import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { type ServedMock, serveMock } from '../../mock/node.ts';
import { type RanHere, reported, runHere } from './run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
const inside = (name: string): string => path.join(folder, name);

const NOW = Date.parse('2026-01-05T12:00:00Z');
const mock = createMockService({ now: NOW, idSeed: 'archive' });
const organization = mock.addOrganization({ name: 'Acme Solar' });
const capture = (changes: object): string =>
  mock.capture(organization, presets.checkedBox(changes)).cdrId;
const ids = [
  capture({ pageUrl: 'https://a.example/', customMetadata: { lead_phone: '(415) 555-0123' } }),
  capture({ pageUrl: 'https://b.example/' }),
];
mock.updateOrganization(organization, { autoCollect: false });
const free = capture({ pageUrl: 'https://b.example/2' });
let served: ServedMock;
let env: Record<string, string>;

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const PEM = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
const keyFile = inside('sign.pem');
writeFileSync(keyFile, PEM, { mode: 0o600 });
const publicFile = inside('sign.pub.pem');
writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));

beforeAll(async () => {
  served = await serveMock(mock);
  env = { ...served.env(organization) };
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

describe('consent-evidence archive', () => {
  const archive = inside('evidence');
  const charges = mock.charges().length;
  let first: RanHere;

  beforeAll(async () => {
    const sign = ['--sign-key', keyFile, '--sign-key-id', '2026'];
    first = await runHere(['archive', archive, ...sign, '--json'], env);
  });

  it('copies what was collected, continues where it stopped, and pays for nothing', async () => {
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(reported(first)).toMatchObject({
      ...{ ok: true, interrupted: false, dir: archive, problems: [] },
      ...{ counts: { archived: 2, notCollected: 1 }, notCollected: [{ cdrId: free }] },
    });
    const again = await runHere(['archive', archive], env);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('0 archived (0 bytes), 2 known, 0 failed, 0 left');
    expect(mock.charges()).toHaveLength(charges);
  });

  it('verifies it, with and without the public key', async () => {
    const key = ['--public-key', `2026=${publicFile}`];
    const verified = reported(await runHere(['archive', 'verify', archive, ...key, '--json']));
    expect(verified).toMatchObject({ ok: true, records: 2, seals: { verified: 1, unchecked: 0 } });
    // Flags before the subcommand count too.
    const before = reported(await runHere(['archive', '--json', 'verify', archive]));
    expect(before).toMatchObject({ ok: true, seals: { verified: 0, unchecked: 1 } });
  });

  it('judges its records by criteria', async () => {
    const criteria = inside('criteria.json');
    writeFileSync(criteria, '{"schemaVersion":1,"disclosure":{"requirePresent":true}}');
    const args = ['criteria', 'test', criteria, '--records', archive, '--json'];
    expect(reported(await runHere(args))).toMatchObject({
      ...{ ok: true, judged: 2, outcomes: { accepted: 2 } },
    });
  });

  it('names what must be kept and is not there', async () => {
    const ran = await runHere(['archive', archive, '--hold', 'cdr_gone'], env);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^problem {2}not_held cdr_gone: /m);
  });

  it('names a file that was changed', async () => {
    const changed = inside('changed');
    cpSync(archive, changed, { recursive: true });
    const manifest = readFileSync(path.join(archive, 'manifest.ndjson'), 'utf8');
    const { image } = JSON.parse(
      manifest.split('\n').find((line) => line.includes('"image"')) ?? '',
    ) as { image: { path: string } };
    const file = path.join(changed, image.path);
    const bytes = readFileSync(file);
    bytes[10] = (bytes[10] ?? 0) ^ 1;
    rmSync(file);
    writeFileSync(file, bytes);
    const ran = await runHere(['archive', 'verify', changed]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain(`problem  changed`);
    expect(ran.stdout).toContain(image.path);
    expect(ran.stdout).toContain('not everything is as archived');
  });

  it('shows no name of a file as a line of its own', async () => {
    const changed = inside('spoofed');
    cpSync(archive, changed, { recursive: true });
    writeFileSync(path.join(changed, 'x\neverything is as archived\u202e'), '');
    const ran = await runHere(['archive', 'verify', changed]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^problem {2}added x\\u000aeverything is as archived\\u202e: /m);
    expect(ran.stdout).not.toMatch(/^everything/m);
  });

  it.each([
    ['no text in lines', (file: string) => writeFileSync(file, 'x'.repeat(2 ** 20 + 1))],
    ['cut by one byte', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -1))],
  ])('says in one line that a manifest is %s', async (_what, change) => {
    const changed = mkdtempSync(inside('changed-'));
    cpSync(archive, changed, { recursive: true });
    change(path.join(changed, 'manifest.ndjson'));
    const ran = await runHere(['archive', 'verify', changed]);
    expect(ran.code).toBe(1);
    expect(ran.stdout + ran.stderr).toMatch(
      /a line of the manifest is longer|the last line is inc/,
    );
    expect(ran.stderr).not.toContain('    at ');
  });

  it('warns of a domain without records, which would look like an answer', async () => {
    for (const [wrong, meant] of [
      ['quotes.a.example', '; did you mean a.example?'],
      ['c.example', '; did you mean a.example?'],
      ['other.test', ''],
    ]) {
      for (const args of [
        ['archive', inside('of-one')],
        ['find', '--phone', '4155550123'],
        ['reconcile', '--since', '2026-01-01'],
        ['dossier', '--phone', '4155550123', '--out', inside(`${wrong}`)],
      ]) {
        const { code, stderr } = await runHere([...args, '--domain', `${wrong}`], env);
        expect(code).toBe(0);
        expect(stderr.trim()).toBe(
          `warning: --domain ${wrong}: the account has no records on this domain${meant}`,
        );
      }
    }
    const { stderr } = await runHere(['archive', inside('of-a'), '--domain', 'a.example'], env);
    expect(stderr).toBe('');
  });

  it.each([
    ['archive', inside('on-a-terminal')],
    ['find', '--phone', '4155550123'],
    ['reconcile', '--since', '2026-01-01'],
    ['dossier', '--phone', '4155550123', '--out', inside('dossier-on-a-terminal')],
  ])('on a terminal, warns on a line of its own: %s', async (...args) => {
    const before = process.stderr.isTTY;
    process.stderr.isTTY = true;
    onTestFinished(() => void (process.stderr.isTTY = before));
    const { stderr } = await runHere([...args, '--domain', 'other.test'], env);
    // What was on the line before was removed from it.
    const [shown = ''] = stderr.split('\n').filter((line) => line.includes('warning:'));
    expect(shown.split('\u001b[2K').at(-1)).toMatch(/^warning: --domain/);
  });

  it('names to a script the flag that is wrong, not the option behind it', async () => {
    const args = ['archive', inside('x'), '--timestamp', 'ftp://tsa.example', '--json'];
    const ran = await runHere(args, env);
    expect(ran.code).toBe(2);
    expect(reported(ran)).toMatchObject({ error: { issues: [{ path: '--timestamp' }] } });
    const file = await runHere(['archive', keyFile], env);
    expect(file.code).toBe(2);
    expect(file.stderr).toContain('is a file; expected a folder');
  });

  it('never shows anything of the signing key', async () => {
    const wrong = inside('wrong.pem');
    writeFileSync(wrong, PEM.replace('PRIVATE', 'SECRET'), { mode: 0o600 });
    const open = inside('open.pem');
    writeFileSync(open, PEM, { mode: 0o644 });
    const secret = PEM.split('\n')[1] ?? '';
    for (const file of process.platform === 'win32' ? [wrong] : [wrong, open]) {
      const args = ['archive', inside('x'), '--sign-key', file, '--sign-key-id', 'a', '--json'];
      const { code, stdout, stderr } = await runHere(args, env);
      expect(code).toBe(2);
      expect(stderr).toContain('--sign-key');
      expect(stdout + stderr).not.toContain(secret);
    }
    expect(existsSync(inside('x'))).toBe(false);
  });

  it('is refused before any request where the folder does not exist or is a file', async () => {
    const before = mock.requests().length;
    expect((await runHere(['archive', 'verify', inside('none')])).code).toBe(2);
    expect((await runHere(['archive', 'verify', keyFile])).code).toBe(2);
    expect(mock.requests()).toHaveLength(before);
  });
});

describe('consent-evidence dossier', () => {
  it('writes the page of a number to a folder of its own', async () => {
    const out = inside('case');
    const args = ['dossier', '--phone', '415.555.0123', '--out', out, '--note', '25-cv-0147'];
    const ran = await runHere([...args, '--key', 'lead_phone', '--json'], env);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(reported(ran)).toMatchObject({ ok: true, found: 1, records: 1, images: 1 });
    const page = readFileSync(path.join(out, 'data/dossier.html'), 'utf8');
    for (const text of [ids[0] ?? '', '25-cv-0147']) expect(page).toContain(text);
    expect(page).toContain('415.555.0123');
    const other = ['dossier', '--phone', '4155550199', '--out', out];
    const refused = await runHere(other, env);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/^error: --out: /);
  });

  it('needs no account if it is made of an archive alone', async () => {
    const evidence = inside('evidence-of-the-number');
    await runHere(['archive', evidence], env);
    const out = inside('case-offline');
    const args = ['dossier', '--phone', '4155550123', '--key', 'lead_phone', '--offline'];
    const ran = await runHere([...args, '--archive', evidence, '--out', out, '--json']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(reported(ran)).toMatchObject({ ok: true, offline: true, records: 1, images: 1 });
    const without = await runHere([...args, '--out', inside('case-without')]);
    expect(without).toMatchObject({ code: 2, stderr: 'error: --offline: requires --archive\n' });
  });
});

describe('consent-evidence reconcile', () => {
  const since = ['reconcile', '--since', '2026-01-01', '--older-than-minutes', '0'];

  it('names what no webhook brought, and leaves everything as it was', async () => {
    const charges = mock.charges().length;
    const ran = await runHere([...since, '--json'], env);
    expect(ran.code).toBe(1);
    const report = reported(ran) as { missed: { cdrId: string }[] };
    expect(report).toMatchObject({ ok: false, missedCount: 3, interrupted: false });
    expect(report.missed.map(({ cdrId }) => cdrId).sort()).toEqual([...ids, free].sort());
    expect(mock.charges()).toHaveLength(charges);
    expect((await runHere(since, env)).stdout).toContain(
      '3 records since 2026-01-01T00:00:00.000Z',
    );
  });

  it('has exit code 0 where nothing was missed', async () => {
    const ran = await runHere(['reconcile', '--since', '2026-02-01'], env);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('0 records since');
  });
});

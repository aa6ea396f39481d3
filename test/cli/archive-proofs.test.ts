import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { type ServedMock, serveMock } from '../../mock/node.ts';
import { EXPORT_COLUMNS } from '../../src/archive/index.ts';
import { accepted, entryOf } from '../../src/intake/ledger-samples.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { authorityServer } from '../archive/support/authority-server.ts';
import { hasOpenssl, opensslAuthority } from '../archive/support/openssl-authority.ts';
import { CliProcess } from './cli-process.ts';
import { reported, runHere } from './run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
const inside = (name: string): string => path.join(folder, name);
const archive = inside('evidence');

const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'proofs' });
const organization = mock.addOrganization({ name: 'Acme Solar' });
const capture = (changes: object): string =>
  mock.capture(organization, presets.checkedBox(changes)).cdrId;
const ids = [
  capture({ pageUrl: 'https://a.example/', customMetadata: { lead_phone: '4155550123' } }),
  capture({ pageUrl: 'https://b.example/', customMetadata: { note: 'clear \u009b2J' } }),
];
let served: ServedMock;
let env: Record<string, string>;

beforeAll(async () => {
  served = await serveMock(mock);
  env = { ...served.env(organization) };
  expect((await runHere(['archive', archive], env)).code).toBe(0);
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

describe.runIf(hasOpenssl())('consent-evidence archive --timestamp', () => {
  it('has the manifest stamped, as plain openssl checks', async () => {
    const authority = opensslAuthority(mkdtempSync(inside('tsa-')));
    await using server = await authorityServer((query) => ({ body: authority.reply(query) }));
    const dir = inside('stamped');
    const ran = await runHere(['archive', dir, '--timestamp', server.url, '--json'], env);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const verified = reported(await runHere(['archive', 'verify', dir, '--json']));
    expect(verified).toMatchObject({ ok: true, seals: { count: 1, timestamps: 1 } });
    const lines = readFileSync(path.join(dir, 'manifest.ndjson'), 'utf8').trim().split('\n');
    const seal = JSON.parse(lines.at(-1) ?? '') as {
      previous: string;
      timestamp: { path: string };
    };
    const token = path.join(dir, seal.timestamp.path);
    expect(authority.verify(token, seal.previous)).toContain('Verification: OK');
  });
});

describe('consent-evidence archive export', () => {
  it('prints rows of CSV, the column names first, without a request', async () => {
    const before = mock.requests().length;
    const ran = await runHere(['archive', 'export', archive, '--csv']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const [names, ...rows] = ran.stdout.trimEnd().split('\r\n');
    expect(names).toBe(EXPORT_COLUMNS.join(','));
    expect(rows.map((row) => row.split(',')[0]).sort()).toEqual([...ids].sort());
    expect(mock.requests()).toHaveLength(before);
  });

  it('prints NDJSON without a flag', async () => {
    const { stdout } = await runHere(['archive', 'export', archive]);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ cdrId }) => cdrId).sort()).toEqual([...ids].sort());
    expect(Object.keys(rows[0] ?? {})).toEqual([...EXPORT_COLUMNS]);
  });

  it('says nothing that a terminal would obey, and all of it to a file', async () => {
    const run = async () => (await runHere(['archive', 'export', archive, '--csv'])).stdout;
    expect(await run()).toContain('\u009b2J');
    const before = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
    Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true });
    try {
      const shown = await run();
      expect(shown).toContain(String.raw`\u009b2J`);
      expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    } finally {
      if (before === undefined) Reflect.deleteProperty(process.stdout, 'isTTY');
      else Object.defineProperty(process.stdout, 'isTTY', before);
    }
  });

  it('writes Parquet to a new folder, and refuses one that has files, and CSV beside it', async () => {
    const tables = inside('tables');
    const run = (...flags: string[]) => runHere(['archive', 'export', archive, ...flags]);
    const stdout = `2 rows in 1 file: ${tables}\n`;
    expect(await run('--parquet', tables)).toEqual({ code: 0, stdout, stderr: '' });
    expect(
      readFileSync(path.join(tables, 'month=2026-01/1.parquet')).toString('latin1', 0, 4),
    ).toBe('PAR1');
    const again = await run('--parquet', tables);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toMatch(/^error: --parquet: is not empty; choose a new folder/);
    expect(await run('--parquet', inside('other'), '--csv')).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(inside('other'))).toBe(false);
  });

  it('is no failure if its reader leaves early, as head does', async () => {
    await using cli = new CliProcess(['archive', 'export', archive]);
    cli.closeOutput();
    expect(await cli.finished()).toMatchObject({ code: 0, stderr: '' });
  });

  it('ends with exit code 1 at a record that was changed, and says that the table is incomplete', async () => {
    const dir = inside('changed');
    expect((await runHere(['archive', dir], env)).code).toBe(0);
    const manifest = readFileSync(path.join(dir, 'manifest.ndjson'), 'utf8').trim().split('\n');
    const { record } = JSON.parse(manifest.at(-1) ?? '') as { record: { path: string } };
    const file = path.join(dir, record.path);
    const text = readFileSync(file, 'utf8').replace('Acme', 'Acne');
    rmSync(file);
    writeFileSync(file, text);
    const ran = await runHere(['archive', 'export', dir]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/^error: .*the table is incomplete\n$/);
    expect(ran.stdout.trimEnd().split('\n')).toHaveLength(ids.length - 1);
  });
});

describe('consent-evidence dossier --ledger', () => {
  const ledgerFile = inside('leads.db');
  const args = ['dossier', '--phone', '4155550123', '--domain', 'a.example', '--json'];

  it('takes in the record of a lead, and says which were accepted', async () => {
    const ledger = sqliteLedger(ledgerFile);
    const entry = entryOf(1);
    await ledger.add(entry);
    expect(await ledger.save(accepted(entry, ids[1] ?? ''))).toMatchObject({ kind: 'saved' });
    ledger.close();
    const out = inside('case');
    const of = ['--source', entry.source, '--lead', entry.leadId];
    const leads = ['--ledger', ledgerFile, ...of, '--key', 'lead_phone'];
    const ran = await runHere([...args, '--out', out, ...leads], env);
    expect(reported(ran)).toMatchObject({ ok: true, found: 2, records: 2 });
    const page = readFileSync(path.join(out, 'data/dossier.html'), 'utf8');
    for (const text of [ids[1] ?? '', 'L-1', 'yes, according to the ledger'])
      expect(page).toContain(text);
    const unknown = ['--ledger', ledgerFile, '--lead', 'L-9'];
    const other = await runHere([...args, '--out', inside('case-2'), ...unknown], env);
    expect(other.code).toBe(1);
    expect(reported(other)).toMatchObject({ problems: [{ kind: 'ledger' }] });
  });

  it('refuses a file that is no ledger, and leaves it as it was', async () => {
    const database = inside('other.db');
    const opened = new DatabaseSync(database);
    opened.exec('CREATE TABLE mine (a)');
    opened.close();
    const text = inside('text.db');
    writeFileSync(text, 'no database at all, however long it may be'.repeat(40));
    for (const file of [database, text, folder]) {
      const before = file === folder ? undefined : readFileSync(file);
      const ran = await runHere([...args, '--out', inside('no'), '--ledger', file], env);
      expect(ran.code).toBe(2);
      expect(ran.stderr).toMatch(/^error: --ledger: /);
      if (before !== undefined) expect(readFileSync(file)).toEqual(before);
    }
  });
});

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { reportPage } from '../../../src/intake/index.ts';
import { all, PHONE } from '../../intake/support/lead-world.ts';
import { reported, runHere } from '../run-here.ts';
import { leadsFile, newFolder, takeOfEachKind } from './leads-file.ts';

describe('leads held', () => {
  it('lists what is not decided, oldest first, with who has to act; exit code 1 for a person', async () => {
    const world = leadsFile();
    await takeOfEachKind(world);
    const ran = await runHere(['leads', 'held', '--ledger', world.file]);
    expect(ran).toMatchObject({ code: 1, stderr: '' });
    const [head, first, second] = ran.stdout.split('\n');
    expect(head).toMatch(/^HELD SINCE +SOURCE +LEAD +CODE +ACT +NEXT ATTEMPT +LAST REQUEST$/);
    expect(first).toMatch(/^2026-01-05 12:00:00Z +brightside +P +PAID_UNKNOWN +person +- +req_/);
    expect(second).toMatch(/^2026-01-08 13:00:00Z +brightside +H +\S+ +nobody +2026-01-08 13:00/);
    expect(ran.stdout).toContain('2 leads held');
    expect(ran.stdout).toContain('person  1: decide:');
    expect(ran.stdout).not.toContain('555');
  });

  it('says the same as the function, and sends nothing', async () => {
    const world = leadsFile();
    await takeOfEachKind(world);
    const requests = world.mock.requests().length;
    const told = reported(await runHere(['leads', 'held', '--json', '--ledger', world.file]));
    const leads = await all(world.intake.held());
    expect(told).toMatchObject({ heldCount: 2, acts: { person: 1, nobody: 1 } });
    expect(told['leads']).toEqual(JSON.parse(JSON.stringify(leads)));
    expect(world.mock.requests()).toHaveLength(requests);
  });

  it.each([
    [['--source', 'brightside'], 2],
    [['--source', 'sunroof'], 0],
    [['--code', 'PAID_UNKNOWN'], 1],
    [['--before', '2026-01-05T12:00:30Z'], 1],
    [['--before', '2026-01-05T12:00:00Z'], 0],
  ])('can be asked for some of them: %j', async (flags, heldCount) => {
    const world = leadsFile();
    await takeOfEachKind(world);
    const args = ['leads', 'held', '--json', '--ledger', world.file, ...flags];
    expect(reported(await runHere(args))).toMatchObject({ heldCount });
  });
});

describe('leads show', () => {
  it.each([
    ['A', '', /decision +accept\ncharge +it may have been charged\nrecord +\w+\n/],
    [
      'A',
      'brightside',
      /decision +duplicate\n(.*\n)+first lead +A\ncharge +nothing was sent for it\n/,
    ],
    ['B', 'brightside', /decision +refuse\n(.*\n)*reason +LEAD_PHONE_NOT_MATCHED: /],
    ['H', 'brightside', /decision +hold\n(.*\n)*next attempt +2026-01-08 13:00/],
    ['P', 'brightside', /charge +an earlier receive may have been charged\n/],
    ['P', 'brightside', /phone +\(212\) 555-0147\n(.*\n)*data +\{"campaign":7\}\n/],
  ])('tells what the ledger has about %s of "%s", in words', async (id, source, expected) => {
    const world = leadsFile();
    await takeOfEachKind(world);
    const of = source === '' ? [] : ['--source', source];
    const ran = await runHere(['leads', 'show', id, ...of, '--ledger', world.file]);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toMatch(expected);
  });

  it('has everything but the share URL, also for scripts', async () => {
    const world = leadsFile();
    const { linkOfP, source } = await takeOfEachKind(world);
    const args = ['leads', 'show', 'P', '--source', source, '--ledger', world.file];
    const [text, json] = [await runHere(args), await runHere([...args, '--json'])];
    const token = new URL(linkOfP).pathname.split('/').at(-1) ?? '';
    for (const { stdout } of [text, json]) expect(stdout).not.toContain(token);
    expect(reported(json)).toMatchObject({
      entry: { leadId: 'P', inDoubt: true, material: { phone: PHONE, data: '{"campaign":7}' } },
      decision: { code: 'PAID_UNKNOWN' },
    });
  });

  it('says that there is no such lead, with the hint that a source is part of its name', async () => {
    const world = leadsFile();
    await takeOfEachKind(world);
    const ran = await runHere(['leads', 'show', 'P', '--ledger', world.file]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('id: the ledger has no lead P; a lead that has a source needs');
  });
});

describe('leads report', () => {
  it('counts as the function does, and writes the page and the rows', async () => {
    const world = leadsFile();
    await takeOfEachKind(world);
    const folder = newFolder();
    const [html, csv] = [path.join(folder, 'r.html'), path.join(folder, 'r.csv')];
    const args = ['leads', 'report', '--ledger', world.file, '--html', html, '--csv', csv];
    const to = Date.parse('2026-01-09T00:00:00Z');
    const period = ['--from', '2026-01-05', '--to', '2026-01-09'];
    const told = reported(await runHere([...args, ...period, '--json']));
    const from = Date.parse('2026-01-05T00:00:00Z');
    const report = await world.intake.report({ from, to, by: 'source' });
    expect(told['report']).toEqual(report);
    expect(report.total).toMatchObject({ taken: 6, accepted: 2, held: 2 });
    expect(readFileSync(html, 'utf8')).toBe(reportPage(report));
    expect(readFileSync(csv, 'utf8').split('\r\n')).toEqual([
      'source,taken,accepted,refused,duplicates,held,settled,chargesAtMost,refused LEAD_PHONE_NOT_MATCHED',
      ',1,1,0,0,0,0,1,0',
      'brightside,5,1,1,1,2,0,3,1',
      '',
    ]);
    if (process.platform !== 'win32') expect(statSync(html).mode & 0o077).toBe(0);
    const text = (await runHere([...args, ...period])).stdout;
    expect(text).toMatch(/^brightside +5 +1 +1 +1 +2 +0 +3$/m);
    expect(text).toMatch(/^all +6 +2 +1 +1 +2 +0 +4$/m);
    expect(text).toMatch(/^LEAD_PHONE_NOT_MATCHED +1$/m);
  });

  it.each(['day', 'code'] as const)('groups by %s', async (by) => {
    const world = leadsFile();
    await takeOfEachKind(world);
    const args = ['leads', 'report', '--json', '--ledger', world.file, '--by', by];
    const told = reported(await runHere(args)) as { report: { groups: { key: string }[] } };
    const report = await world.intake.report({ by, to: Date.parse('2030-01-01') });
    expect(told.report.groups).toEqual(report.groups);
    expect(report.groups.length).toBeGreaterThan(0);
  });

  it('keeps a hostile source from being a formula in a spreadsheet', async () => {
    const world = leadsFile();
    const shareUrl = await world.share(world.capture());
    await world.intake.take({ source: '=cmd|x', leadId: 'L', shareUrl, phone: PHONE });
    const csv = path.join(newFolder(), 'r.csv');
    await runHere(['leads', 'report', '--ledger', world.file, '--csv', csv]);
    expect(readFileSync(csv, 'utf8')).toContain("\r\n'=cmd|x,1,");
  });

  it('never writes over the ledger, or one file over the other', async () => {
    const world = leadsFile();
    const before = readFileSync(world.file);
    const args = ['leads', 'report', '--ledger', world.file];
    const over = await runHere([...args, '--html', world.file]);
    expect(over).toMatchObject({ code: 2, stdout: '' });
    expect(over.stderr).toContain('--html:');
    const both = path.join(newFolder(), 'r');
    const twice = await runHere([...args, '--html', both, '--csv', both]);
    expect(twice.stderr).toContain('--csv:');
    expect(readFileSync(world.file).equals(before)).toBe(true);
  });

  it('refuses a period that ends before it begins', async () => {
    const world = leadsFile();
    await takeOfEachKind(world);
    const period = ['--from', '2026-01-09', '--to', '2026-01-05'];
    const ran = await runHere(['leads', 'report', '--ledger', world.file, ...period]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('--from: expected an instant that is not after `to`');
  });
});

describe('a ledger that a command refuses', () => {
  const commands = [
    ['held'],
    ['show', 'L'],
    ['settle', 'L', '--refuse', 'x', '--by', 'ann'],
    ['report'],
  ];

  it.each(commands)('is not made, and a file that is none is not changed: %s', async (...args) => {
    const folder = newFolder();
    const none = path.join(folder, 'none.db');
    const missing = await runHere(['leads', ...args, '--ledger', none]);
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toBe(`error: --ledger: ${none}: there is no such file or folder\n`);
    const other = path.join(folder, 'other.db');
    new DatabaseSync(other).exec('CREATE TABLE own (x)');
    const text = path.join(folder, 'leads.csv');
    writeFileSync(text, 'id,phone\n');
    for (const file of [other, text]) {
      const before = readFileSync(file);
      const ran = await runHere(['leads', ...args, '--ledger', file]);
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain(`error: --ledger: ${file}: `);
      expect(readFileSync(file).equals(before)).toBe(true);
    }
  });

  it.each(commands)(
    'has another account, another table, or no account yet: %s',
    async (...args) => {
      const world = leadsFile('acme');
      const run = (...flags: string[]) =>
        runHere(['leads', ...args, '--ledger', world.file, ...flags]);
      const unused = await run('--account', 'acme');
      expect(unused.stderr).toContain('no lead intake has used this ledger yet');
      await takeOfEachKind(world);
      const other = await run('--account', 'brand-b');
      expect(other).toMatchObject({ code: 2, stdout: '' });
      expect(other.stderr).toContain('--account: ');
      expect(other.stderr).toContain('it is the ledger of "acme"');
      const table = await run('--table', 'others', '--account', 'acme');
      expect(table.stderr).toContain('has no table others');
      const wrong = await run('--table', 'a; drop', '--account', 'acme');
      expect(wrong.stderr).toContain('--table: expected at most 50');
    },
  );

  it('is named by an address, whose password no message has', async () => {
    for (const url of [
      'mysql://u:geheim@db/x',
      'postgres://u:geheim@[',
      'postgres://u:geheim@127.0.0.1:9/x',
    ]) {
      const ran = await runHere(['leads', 'held', '--json'], { CONSENT_EVIDENCE_LEDGER: url });
      expect(ran.code).not.toBe(0);
      expect(ran.stdout + ran.stderr).not.toContain('geheim');
    }
  });
});

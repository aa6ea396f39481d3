import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { archiveEvidence, folderVault } from '../../src/archive/index.ts';
import { type Cdr, ConsentEvidence } from '../../src/index.ts';
import { archiveWorld, tempFolder } from '../archive/support/archive-world.ts';
import { reported, runHere } from './run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NOW = Date.parse('2026-01-05T12:00:00Z');
let files = 0;

function file(text: string): string {
  files += 1;
  const name = path.join(folder, `file-${files}.json`);
  writeFileSync(name, text);
  return name;
}

const json = (value: unknown): string => file(JSON.stringify(value));

const checkbox = json({
  schemaVersion: 1,
  disclosure: { requireCheckboxPresent: true, requireAllCheckboxesAffirmed: true },
});
const present = json({ schemaVersion: 1, disclosure: { requirePresent: true } });

/** Returns one record of each kind, as the service sends it. */
async function records(): Promise<Cdr[]> {
  const mock = createMockService({ now: NOW });
  const organization = mock.addOrganization({ name: 'Sunroof' });
  const client = new ConsentEvidence(mock.clientOptions(organization));
  const pages = [presets.checkedBox(), presets.uncheckedBox(), presets.checkedBox()];
  const ids = pages.map((page) => mock.capture(organization, page).cdrId);
  return Promise.all(ids.map((cdrId) => client.cdrs.get(cdrId)));
}

const held = await records();
const ndjson = file(held.map((record) => `${JSON.stringify(record)}\n`).join('\n'));

describe('consent-evidence criteria lint', () => {
  it('finds nothing where nothing is wrong', async () => {
    const ran = await runHere(['criteria', 'lint', checkbox, '--json']);
    expect(ran.code).toBe(0);
    expect(reported(ran)).toEqual({ ok: true, file: checkbox, issues: [], warnings: [] });
  });

  it('names what the service would refuse, with its paths', async () => {
    const wrong = json({ schemaVersion: 2, record: { maxAgeSecond: 1 } });
    const ran = await runHere(['criteria', 'lint', wrong]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(/^REFUSED {2}schemaVersion: /m);
    expect(ran.stdout).toMatch(/^REFUSED {2}record\.maxAgeSecond: /m);
  });

  it('warns of what is probably a mistake, unless it is allowed by name', async () => {
    const milliseconds = json({ schemaVersion: 1, record: { maxAgeSeconds: 86_400_000 } });
    const ran = await runHere(['criteria', 'lint', milliseconds, '--json']);
    expect(ran.code).toBe(1);
    expect(reported(ran)).toMatchObject({
      warnings: [{ code: 'AGE_LOOKS_LIKE_MILLISECONDS', path: 'record.maxAgeSeconds' }],
    });
    const allow = ['--allow', 'AGE_LOOKS_LIKE_MILLISECONDS'];
    const allowed = await runHere(['criteria', 'lint', milliseconds, ...allow]);
    expect(allowed.code).toBe(0);
    expect(allowed.stdout).toMatch(/^ALLOWED /m);
  });

  it('reads a file with the byte order mark of an editor on Windows', async () => {
    const marked = file(`\uFEFF${readFileSync(checkbox, 'utf8')}`);
    expect(await runHere(['criteria', 'lint', marked])).toMatchObject({ code: 0, stderr: '' });
  });

  it('says where a file is no JSON', async () => {
    const ran = await runHere(['criteria', 'lint', file('{\n "schemaVersion": 1,\n}')]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(/file-\d+\.json:3:1: expected /);
  });
});

describe('consent-evidence criteria test', () => {
  const test = (...args: string[]) =>
    runHere(['criteria', 'test', checkbox, '--now', String(NOW), ...args]);

  it('counts who passes, and which rule refuses how many', async () => {
    const ran = await test('--records', ndjson, '--json');
    expect(ran.code).toBe(0);
    expect(reported(ran)).toMatchObject({
      ...{ ok: true, judged: 3, acceptedPercent: 66.667, unreadableCount: 0 },
      outcomes: { accepted: 2, rejected: 1, undecidable: 0 },
      refusedBy: [
        {
          ruleId: 'disclosure.requireAllCheckboxesAffirmed',
          code: 'CHECKBOX_NOT_AFFIRMED',
          count: 1,
          records: [held[1]?.cdrId],
        },
      ],
    });
  });

  it('names each record and the rules that refused it, in JSON', async () => {
    const criteria = json({
      schemaVersion: 1,
      record: { maxAgeSeconds: 1 },
      disclosure: { requireCheckboxPresent: true, requireAllCheckboxesAffirmed: true },
      leadMatch: { phone: '4155550123' },
    });
    const args = ['criteria', 'test', criteria, '--records', ndjson];
    const ran = await runHere([...args, '--now', String(NOW + 60_000), '--json']);
    const old = { ruleId: 'record.maxAgeSeconds', code: 'RECORD_TOO_OLD' };
    const unchecked = {
      ruleId: 'disclosure.requireAllCheckboxesAffirmed',
      code: 'CHECKBOX_NOT_AFFIRMED',
    };
    expect(reported(ran)['verdicts']).toEqual(
      [[old], [old, unchecked], [old]].map((failures, index) => ({
        record: held[index]?.cdrId,
        outcome: 'rejected',
        failures,
        undecidable: ['leadMatch.phone'],
      })),
    );
    const fine = reported(await test('--records', ndjson, '--json'))['verdicts'] as object[];
    expect(fine[0]).toEqual({
      ...{ record: held[0]?.cdrId, outcome: 'accepted', failures: [], undecidable: [] },
    });
  });

  it('names every record in JSON, however many there are', async () => {
    const many = json(Array.from({ length: 300 }, () => held[1]));
    const { verdicts } = reported(await test('--records', many, '--json'));
    expect(verdicts).toHaveLength(300);
  });

  it('fails where fewer pass than were asked for', async () => {
    expect((await test('--records', ndjson, '--accept-at-least', '66.6')).code).toBe(0);
    const ran = await test('--records', ndjson, '--accept-at-least', '66.7');
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('66.667% of the decided records are accepted');
    const none = await test('--records', file(''), '--accept-at-least', '0');
    expect(none.code).toBe(1); // without records, none has passed
  });

  it.each([
    ['NDJSON', ndjson],
    ['a list', json(held)],
    ['a list over many lines', file(JSON.stringify(held, null, 2))],
    [
      'NDJSON after a byte order mark',
      file(`\uFEFF${held.map((each) => JSON.stringify(each)).join('\n')}`),
    ],
    ['a list after a byte order mark', file(`\uFEFF${JSON.stringify(held, null, 2)}`)],
  ])('reads %s', async (_form, records) => {
    expect(reported(await test('--records', records, '--json'))).toMatchObject({ judged: 3 });
  });

  it('reads a list on one line that is longer than any record', async () => {
    const entry = { ...held[0], customMetadata: { note: 'x'.repeat(16_000) } };
    const list = json(Array.from({ length: 600 }, () => entry));
    expect(reported(await test('--records', list, '--json'))).toMatchObject({ judged: 600 });
  });

  it('reads one record over many lines, and one on a line', async () => {
    for (const space of [2, 0]) {
      const one = file(JSON.stringify(held[0], null, space));
      expect(reported(await test('--records', one, '--json'))).toMatchObject({ judged: 1 });
    }
  });

  it('reads the records of an archive, and nothing outside of it', async () => {
    const archive = path.join(folder, 'archive');
    mkdirSync(path.join(archive, 'records'), { recursive: true });
    const lines = held.map((record, index) => {
      const place = `records/${index}.json`;
      writeFileSync(path.join(archive, place), JSON.stringify(record));
      return JSON.stringify({ cdrId: record.cdrId, record: { path: place } });
    });
    const outside = JSON.stringify({ record: { path: `../${path.basename(ndjson)}` } });
    writeFileSync(path.join(archive, 'manifest.ndjson'), [...lines, outside].join('\n'));
    const ran = await test('--records', archive, '--json');
    expect(ran.code).toBe(1);
    expect(reported(ran)).toMatchObject({ judged: 3, unreadableCount: 1 });
  });

  it('reads every segment of an archive, in order, and no record that was erased', async () => {
    const world = archiveWorld();
    world.captureMany(3);
    const archive = tempFolder();
    const vault = folderVault(archive);
    const run = () => archiveEvidence(world.client, { vault, clock: world.mock.clock });
    expect(await run()).toMatchObject({ ok: true });
    // As a run leaves it that has closed a segment: what was open is kept under a number.
    mkdirSync(path.join(archive, 'segments'));
    renameSync(
      path.join(archive, 'manifest.ndjson'),
      path.join(archive, 'segments/00000001.ndjson'),
    );
    const [first, second] = readFileSync(path.join(archive, 'segments/00000001.ndjson'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"cdrId"'))
      .map((line) => (JSON.parse(line) as { cdrId: string }).cdrId);
    const erased = JSON.stringify({ kind: 'erased', cdrId: second });
    writeFileSync(path.join(archive, 'manifest.ndjson'), `${erased}\n`);
    const data = reported(await test('--records', archive, '--json'));
    expect(data).toMatchObject({ judged: 2, unreadableCount: 0 });
    const judged = (data['verdicts'] as { record: string }[]).map(({ record }) => record);
    expect(judged[0]).toContain(first);
    expect(judged.join(' ')).not.toContain(second);
  });

  it('names the file that a folder lacks to be an archive', async () => {
    const bare = path.join(folder, 'bare');
    mkdirSync(bare);
    const ran = await test('--records', bare);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(`${path.join(bare, 'manifest.ndjson')}: there is no such file`);
  });

  it('names lines that are no records, and judges the others', async () => {
    const lines = ['{', JSON.stringify(held[0]), '{"cdrId":"cdr_x"}', '7'];
    const ran = await test('--records', file(`${JSON.stringify(held[2])}\n${lines.join('\n')}`));
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('2 records: 2 accepted');
    expect(ran.stdout).toMatch(/unreadable: .*:2: expected JSON/);
    expect(ran.stdout).toMatch(/unreadable: .*:4: record\.createdAt/);
    expect(ran.stdout).toMatch(/unreadable: .*:5: record: expected a record/);
  });

  it('prints a row for each record, and the sum beside it', async () => {
    const ran = await test('--records', ndjson, '--csv');
    expect(ran.stdout.trimEnd().split('\n')).toEqual([
      'record,outcome,failed,undecidable',
      `${held[0]?.cdrId},accepted,,`,
      `${held[1]?.cdrId},rejected,disclosure.requireAllCheckboxesAffirmed CHECKBOX_NOT_AFFIRMED,`,
      `${held[2]?.cdrId},accepted,,`,
    ]);
    expect(ran.stderr).toContain('3 records: 2 accepted');
  });

  it('leaves a phone undecided, because no record says what its form held', async () => {
    const criteria = json({ schemaVersion: 1, leadMatch: { phone: '4155550123' } });
    const args = ['criteria', 'test', criteria, '--records', ndjson, '--json'];
    expect(reported(await runHere(args))).toMatchObject({
      outcomes: { undecidable: 3 },
      undecidable: [{ ruleId: 'leadMatch.phone', count: 3 }],
    });
  });
});

describe('consent-evidence criteria diff', () => {
  const diff = (a: string, b: string, ...args: string[]) =>
    runHere(['criteria', 'diff', a, b, '--records', ndjson, '--now', String(NOW), ...args]);

  it('has exit code 0 where every record fares as before', async () => {
    const ran = await diff(checkbox, checkbox, '--json');
    expect(ran.code).toBe(0);
    expect(reported(ran)).toMatchObject({ ok: true, judged: 3, changedCount: 0, changed: [] });
  });

  it('names each record that fares otherwise, and why', async () => {
    const ran = await diff(present, checkbox, '--json');
    expect(ran.code).toBe(1);
    const because = ['disclosure.requireAllCheckboxesAffirmed CHECKBOX_NOT_AFFIRMED'];
    expect(reported(ran)).toMatchObject({
      ...{ ok: false, changedCount: 1, counts: { 'accepted to rejected': 1 } },
      changed: [{ record: held[1]?.cdrId, before: 'accepted', after: 'rejected', because }],
    });
    const back = await diff(checkbox, present);
    expect(back.stdout).toContain(`no longer ${because[0]}`);
    expect(back.stdout).toContain('1 from rejected to accepted');
  });
});

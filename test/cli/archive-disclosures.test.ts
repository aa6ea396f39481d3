import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type CaptureInput, presets } from '../../mock/index.ts';
import { archiveEvidence, folderVault } from '../../src/archive/index.ts';
import { type AcceptanceCriteria, type Cdr, evaluateAcceptance } from '../../src/index.ts';
import { archiveWorld, tempFolder } from '../archive/support/archive-world.ts';
import { recordsIn } from '../archive/support/lines-in.ts';
import { reported, runHere } from './run-here.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-01-01T00:00:00Z');

type Page = Partial<CaptureInput>;
type Disclosures = NonNullable<Page['disclosures']>;

const shown = (text: string, changes: Partial<Disclosures[number]> = {}): Disclosures => [
  { text, checkbox: 'checked', ...changes },
];

async function archiveOf(...pages: readonly Page[]): Promise<string> {
  const world = archiveWorld();
  for (const page of pages) world.capture(page);
  const dir = tempFolder();
  expect(await archiveEvidence(world.client, { vault: folderVault(dir) })).toMatchObject({
    ok: true,
  });
  return dir;
}

function fileOf(text: string): string {
  const file = path.join(tempFolder(), 'approved.json');
  writeFileSync(file, text);
  return file;
}

const list = (dir: string, ...flags: readonly string[]) =>
  runHere(['archive', 'disclosures', dir, ...flags]);

const textsOf = async (dir: string, ...flags: readonly string[]) =>
  reported(await list(dir, '--json', ...flags))['texts'] as Record<string, unknown>[];

it('lists each distinct text once, with when, where and how it was agreed to', async () => {
  const dir = await archiveOf(
    {
      disclosures: shown('Call  me.'),
      createdAt: FIRST + 2 * DAY_MS,
      pageUrl: 'https://a.example/x?n=1',
    },
    { disclosures: shown('call ME.'), createdAt: FIRST, pageUrl: 'https://a.example/x?n=2#top' },
    {
      disclosures: [{ text: 'Call me.' }, ...shown('Text me.')],
      ...{ createdAt: FIRST + DAY_MS, pageUrl: 'https://b.example/' },
    },
    { disclosures: shown('Call me.'), derivedBeforeMechanism: true, createdAt: FIRST },
    { disclosures: [] },
    { submit: null },
  );
  const ran = await list(dir, '--json');
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(reported(ran)).toMatchObject({
    ...{ ok: true, records: 6, recordsWithoutDisclosure: 2, notApproved: 0 },
    rest: { disclosures: 0, notApproved: 0 },
  });
  const [call, text, ...more] = await textsOf(dir);
  expect(more).toEqual([]);
  expect(String(call?.['text']).toLowerCase()).toMatch(/^call +me\.$/);
  expect(call).toMatchObject({
    ...{ approved: null, records: 4, recordsOnOtherPages: 0, recordsByOtherMechanisms: 0 },
    ...{ firstSeen: '2026-01-01T00:00:00.000Z', lastSeen: '2026-01-03T00:00:00.000Z' },
  });
  expect(call?.['pages']).toContainEqual({ page: 'a.example/x', records: 2 });
  expect(call?.['pages']).toContainEqual({ page: 'b.example/', records: 1 });
  expect(call?.['mechanisms']).toContainEqual({ mechanism: 'checkbox', records: 2 });
  expect(call?.['mechanisms']).toContainEqual({ mechanism: null, records: 1 });
  expect(text).toMatchObject({ text: 'Text me.', records: 1, pages: [{ page: 'b.example/' }] });
});

it('ends with exit code 1 where a text is not approved, and names it first', async () => {
  const dir = await archiveOf(
    { disclosures: shown('You may call me.') },
    { disclosures: shown('You may call me.') },
    { disclosures: shown('You must call me.') },
  );
  const approved = ['--approved', fileOf('["  you may\\n call me. ", "Never seen."]')];
  const ran = await list(dir, ...approved);
  expect(ran).toMatchObject({ code: 1, stderr: '' });
  expect(ran.stdout.split('\n').filter((line) => line.includes('"'))).toEqual([
    'NOT APPROVED  "You must call me."',
    'approved  "You may call me."',
  ]);
  expect(reported(await list(dir, '--json', ...approved))).toMatchObject({
    ...{ ok: false, notApproved: 1, texts: [{ approved: false }, { approved: true }] },
  });
  const both = fileOf('["You may call me.", "You must call me."]');
  expect(await list(dir, '--approved', both)).toMatchObject({ code: 0, stderr: '' });
});

it.each<[string, string]>([
  ['I agree.', 'i AGREE.'],
  ['I agree.', '\u00a0I\u2003 agree.\n'],
  ['Llámame', 'Lla\u0301mame'],
  ['ﬁne', 'fine'],
  ['I’m fine', "I'm fine"],
  ['İstanbul', 'i̇stanbul'],
  ['I agree.', 'I agree'],
  ['a\u200bb', 'ab'],
])('approves %j by %j exactly where a text rule would match it', async (text, approved) => {
  const dir = await archiveOf({ disclosures: shown(text) });
  const vault = folderVault(dir);
  const [line] = await recordsIn(vault);
  let json = '';
  for await (const piece of (await vault.get(line?.record.path ?? '')) ?? [])
    json += Buffer.from(piece).toString();
  const criteria: AcceptanceCriteria = {
    schemaVersion: 1,
    disclosure: { requiredText: [{ ruleId: 'r', anyOf: [approved], match: 'exact' }] },
  };
  const { outcome } = evaluateAcceptance(criteria, JSON.parse(json) as Cdr, { now: FIRST });
  const { code } = await list(dir, '--approved', fileOf(JSON.stringify([approved])));
  expect(code).toBe(outcome === 'accepted' ? 0 : 1);
});

it('shows the hidden characters of a page, and no line that looks like one of its own', async () => {
  const dir = await archiveOf({
    disclosures: shown('Yes \u202e\u009b2J\u0000'),
    pageUrl: 'https://a.example/%0aNOT-APPROVED',
  });
  const { stdout } = await list(dir);
  expect(stdout).toContain(String.raw`"Yes \u202e\u009b2J\u0000"`);
  expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(stdout).not.toMatch(/^NOT/m);
});

it('counts pages and texts for which it has no room', { timeout: 60_000 }, async () => {
  const records = 210;
  const pages = Array.from({ length: records }, (_, record) => ({
    pageUrl: `https://a.example/${record}`,
    disclosures: [
      ...shown('On every page.'),
      ...Array.from({ length: 49 }, (_, at) => ({ text: `Text ${at} for person ${record}.` })),
    ],
    image: { contentType: 'image/png', base64: 'AAAA' },
  }));
  const dir = await archiveOf(...pages);
  const further = 1 + records * 49 - 10_000;
  const approved = fileOf('["on every page."]');
  const report = reported(await list(dir, '--json', '--approved', approved));
  expect(report).toMatchObject({
    ...{ ok: false, records, notApproved: 9_999 },
    rest: { disclosures: further, notApproved: further },
  });
  const texts = report['texts'] as Record<string, unknown>[];
  expect(texts).toHaveLength(10_000);
  const everywhere = texts.find(({ text }) => text === 'On every page.');
  expect(everywhere).toMatchObject({ approved: true, records, recordsOnOtherPages: records - 20 });
  expect(everywhere?.['pages']).toHaveLength(20);
  const { code, stdout } = await list(dir);
  expect(code).toBe(0);
  expect(stdout).toContain(`the rest: ${further} disclosures with further texts\n`);
  expect(stdout).toContain('9950 further texts: --json lists them');
});

it.each([
  ['no JSON', '["a",', /approved\.json:1:6: expected /],
  ['no list', '{"texts":["a"]}', /approved\.json: expected a JSON list of texts/],
  ['a number among the texts', '["a",1]', /approved\.json: \[1\]: expected a text/],
  ['an empty text', '["a"," "]', /approved\.json: \[1\]: expected a text/],
  [
    'a text that is longer than any of the service',
    JSON.stringify(['a', 'b'.repeat(5_001)]),
    /\[1\]: expected at most 5000/,
  ],
])('refuses a file that is or has %s', async (_what, text, message) => {
  const dir = await archiveOf({});
  const ran = await list(dir, '--json', '--approved', fileOf(text));
  expect(ran.code).toBe(2);
  expect(reported(ran)).toMatchObject({
    error: {
      name: 'InvalidInputError',
      issues: [{ path: '--approved', message: expect.stringMatching(message) }],
    },
  });
});

it.each(['disclosures', 'export'])(
  '%s: refuses a folder in which nothing was archived, and fails on an archive without its manifest',
  async (command) => {
    const empty = mkdtempSync(path.join(tempFolder(), 'empty-'));
    const ran = await runHere(['archive', command, empty]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('nothing was archived here');
    const dir = await archiveOf({});
    for (const name of ['manifest.ndjson', 'manifest.head']) rmSync(path.join(dir, name));
    const lost = await runHere(['archive', command, dir]);
    expect(lost.code).toBe(1);
    expect(lost.stderr).toMatch(/^error: .*there is no manifest/);
  },
);

it('stops at a record that was changed: what it counted is not all', async () => {
  const dir = await archiveOf({}, {});
  const [line] = await recordsIn(folderVault(dir));
  const file = path.join(dir, line?.record.path ?? '');
  rmSync(file);
  writeFileSync(file, '{}');
  const ran = await list(dir);
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toMatch(/^error: .*was changed/);
});

it('lists what the page showed, and not what an integration declared', async () => {
  const dir = await archiveOf({
    ...presets.checkedBox(),
    ...{
      disclosures: [],
      declaredDisclosures: [{ key: 'k', language: 'Declared.', agreed: true }],
    },
  });
  expect(await textsOf(dir)).toEqual([]);
});

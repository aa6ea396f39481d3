import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  EXPORT_COLUMNS,
  exportArchive,
  folderVault,
  type Vault,
} from '../../src/archive/index.ts';
import { codeBlocks } from '../docs/code-blocks.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { hasDuckDb, inDuckDb } from './support/duckdb.ts';
import { filesIn } from './support/files-in.ts';
import { recordsIn } from './support/lines-in.ts';

type Members = Readonly<Record<string, unknown>>;
type Page = NonNullable<Parameters<ReturnType<typeof archiveWorld>['capture']>[0]>;

const PIXEL = { contentType: 'image/png', base64: 'AAAA' };
const TEXT = 'You may call me.';

/** Archives these pages; `odd` has members that the service puts into the record of each. */
async function archiveOf(pages: readonly Page[], odd: readonly Members[] = []) {
  const world = archiveWorld();
  const oddOf = new Map<string, Members>();
  for (const [at, page] of pages.entries()) {
    oddOf.set(world.capture({ image: PIXEL, ...page }), odd[at] ?? {});
  }
  const fetch: typeof world.mock.fetch = async (input, init) => {
    const response = await world.mock.fetch(input, init);
    const id = /\/v1\/cdrs\/([^/?]+)$/.exec(
      input instanceof Request ? input.url : String(input),
    )?.[1];
    const members = oddOf.get(id ?? '');
    if (members === undefined) return response;
    const reply = (await response.json()) as { data: { cdr: object } };
    return Response.json({ ...reply, data: { cdr: { ...reply.data.cdr, ...members } } });
  };
  const folder = tempFolder();
  const vault = folderVault(folder);
  const client = world.clientOf({ fetch, validateReplies: 'warn' });
  const { problems } = await archiveEvidence(client, { vault });
  expect(problems).toEqual([]);
  return { vault, folder };
}

const newFolder = (): string => path.join(tempFolder(), 'tables');

async function tablesOf(vault: Vault) {
  const folder = newFolder();
  const report = await exportArchive(vault, { format: 'parquet', folder });
  return {
    ...report,
    folder,
    read: `read_parquet('${folder}/*/*.parquet', hive_partitioning = true)`,
  };
}

async function ndjsonOf(vault: Vault): Promise<Members[]> {
  const rows: Members[] = [];
  for await (const line of exportArchive(vault, { format: 'ndjson' }))
    rows.push(JSON.parse(line) as Members);
  return rows;
}

const LISTS =
  /^(?:phones|firstNames|lastNames|disclosureTexts|consentMechanisms|checkboxesAffirmed|declaredTexts|declaredAgreed)$/;

const textOf = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString();

/** What a column has for a value of the NDJSON; a number stands for an instant or a count of bytes. */
function cellOf(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (/At$/.test(name)) return Date.parse(String(value));
  if (name === 'imageBytes') return value;
  if (name === 'timeOnPageMs') return typeof value === 'number' ? value : null;
  if (name === 'guest' || name === 'submissionDetected') {
    return typeof value === 'boolean' ? value : null;
  }
  if (!LISTS.test(name)) return textOf(value);
  return [value].flat().map((each) => (each === null ? null : textOf(each)));
}

const CAPTURED: readonly Page[] = [
  { createdAt: Date.parse('2025-12-31T23:59:59.999Z'), pageTitle: 'a 😀 \u0000 \u202e\r\n"\\' },
  { submit: null, pageTitle: '' },
  { disclosures: [], customMetadata: { nested: [{ note: '=1+1' }] } },
  { disclosures: [{ text: TEXT, checkbox: 'unchecked' }, { text: 'Ünï 😀' }] },
  { derivedBeforeMechanism: true, signer: null },
  {},
  {},
  {},
];
const ODD: readonly Members[] = [
  {},
  {},
  {},
  { capturedAt: 8.64e15 },
  { capturedAt: -62_135_596_800_000, timeOnPageMs: 0.1 },
  { sessionId: { id: 's' }, timeOnPageMs: { ms: 5 }, guest: 'yes', pageUrl: 'half \ud83d' },
  {
    autoMetadata: { phones: 'one', firstNames: [null, 1, 'A'] },
    detectedDisclosureDetails: {
      userSubmitted: true,
      disclosures: ['text alone', null, { text: 7, checkboxAffirmed: 'yes' }],
    },
  },
  { createdAt: 1e20 },
];

describe.runIf(hasDuckDb())('an archive as Parquet, read by DuckDB', () => {
  it('has the rows and values of the NDJSON, odd ones included', async () => {
    const { vault } = await archiveOf(CAPTURED, ODD);
    const expected = await ndjsonOf(vault);
    expect(expected).toHaveLength(CAPTURED.length);
    const { read, rows } = await tablesOf(vault);
    expect(rows).toBe(CAPTURED.length);
    const instants = EXPORT_COLUMNS.filter((name) => name.endsWith('At'));
    const numbers = [
      ...instants.map((name) => `epoch_ms(${name})::DOUBLE AS ${name}`),
      'imageBytes::DOUBLE AS imageBytes',
    ];
    const found = await inDuckDb(`SELECT * REPLACE (${numbers.join(', ')}) FROM ${read}`);
    for (const row of expected) {
      const cells = found.find(({ cdrId }) => cdrId === row['cdrId']);
      const wanted = EXPORT_COLUMNS.map((name) => [name, cellOf(name, row[name])]);
      expect(cells).toMatchObject(Object.fromEntries(wanted) as Members);
    }
    const columns = [...EXPORT_COLUMNS, 'disclosures', 'undocumented', 'month'];
    expect(Object.keys(found[0] ?? {})).toEqual(columns);
  });

  it('has each disclosure as a struct, and what no column can hold as JSON', async () => {
    const { vault } = await archiveOf(CAPTURED, ODD);
    const { read } = await tablesOf(vault);
    const rows = await inDuckDb(`SELECT disclosures, undocumented, month FROM ${read}`);
    const lists = rows.map(({ disclosures }) => disclosures as Members[] | null);
    expect(lists.filter((list) => list === null)).toHaveLength(1);
    expect(lists.filter((list) => list?.length === 0)).toHaveLength(1);
    const all = lists.flatMap((list) => list ?? []);
    expect(all).toContainEqual({
      key: expect.any(String) as string,
      text: TEXT,
      checkboxDetected: true,
      checkboxAffirmed: false,
      consentMechanism: expect.any(String) as string,
    });
    expect(all).toContainEqual(expect.objectContaining({ text: '7', checkboxAffirmed: null }));
    expect(all).toContainEqual(expect.objectContaining({ text: 'text alone', key: null }));
    const odd = rows.flatMap(({ undocumented }) => undocumented ?? []).map(String);
    expect(odd.map((text) => JSON.parse(text) as unknown)).toEqual([
      { guest: 'yes', timeOnPageMs: { ms: 5 } },
    ]);
    const months = rows.map(({ month }) => month);
    expect(new Set(months)).toEqual(new Set(['2025-12', '2026-01', null]));
  });

  it('answers the question of the guide: all records of a page with this wording', async () => {
    const page = { pageUrl: 'https://quotes.example.com/solar?x=1', disclosures: [{ text: TEXT }] };
    const { vault } = await archiveOf([
      page,
      { ...page, pageUrl: 'https://other.example.com/solar' },
      { ...page, disclosures: [{ text: 'Another text.' }] },
      { ...page, createdAt: Date.parse('2025-12-31T00:00:00Z') },
      { ...page, disclosures: [{ text: 'Another text.' }, { text: 'you MAY call me.' }] },
    ]);
    const { folder } = await tablesOf(vault);
    const block = codeBlocks('docs/guides/archive.md').find(({ code }) =>
      /read_parquet/.test(code),
    );
    const found = await inDuckDb(block?.code.replace('tables/', `${folder}/`) ?? '');
    const wanted = (await ndjsonOf(vault)).filter(
      ({ pageUrl, createdAt, disclosureTexts }) =>
        String(pageUrl).startsWith('https://quotes.example.com/solar') &&
        String(createdAt).startsWith('2026-') &&
        (disclosureTexts as string[]).some((text) => text.toLowerCase() === TEXT.toLowerCase()),
    );
    expect(wanted).toHaveLength(2);
    expect(found.map(({ cdrId }) => cdrId).sort()).toEqual(wanted.map(({ cdrId }) => cdrId).sort());
  });

  it('begins a further file before a month takes too much memory', {
    timeout: 60_000,
  }, async () => {
    const disclosures = Array.from({ length: 50 }, (_, at) => ({
      text: `${at} `.padEnd(5_000, 'x'),
    }));
    const { vault } = await archiveOf(Array.from({ length: 140 }, () => ({ disclosures })));
    const { rows, files, folder, read } = await tablesOf(vault);
    expect({ rows, files }).toEqual({ rows: 140, files: 2 });
    expect(filesIn(folder).sort()).toEqual(['month=2026-01/1.parquet', 'month=2026-01/2.parquet']);
    const [found] = await inDuckDb(`SELECT count(DISTINCT cdrId)::INT AS ids FROM ${read}`);
    expect(found).toEqual({ ids: 140 });
  });
});

describe('an export to Parquet', () => {
  it('writes a folder for each month, which only its owner can read', async () => {
    const { vault } = await archiveOf(CAPTURED, ODD);
    const { rows, files, folder } = await tablesOf(vault);
    expect({ rows, files }).toEqual({ rows: CAPTURED.length, files: 3 });
    expect(readdirSync(folder).sort()).toEqual([
      ...['month=2025-12', 'month=2026-01', 'month=__HIVE_DEFAULT_PARTITION__'],
    ]);
    if (process.platform === 'win32') return;
    for (const file of filesIn(folder))
      expect(statSync(path.join(folder, file)).mode & 0o077).toBe(0);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it('leaves nothing where a record was changed, or the caller ended it', async () => {
    const { vault, folder } = await archiveOf([{}, {}]);
    const target = newFolder();
    const signal = AbortSignal.abort(new Error('enough'));
    const ended = exportArchive(vault, { format: 'parquet', folder: target, signal });
    await expect(ended).rejects.toThrow('enough');
    const line = (await recordsIn(vault)).at(-1);
    const file = path.join(folder, line?.record.path ?? '');
    rmSync(file);
    writeFileSync(file, '{}');
    const changed = exportArchive(vault, { format: 'parquet', folder: target });
    await expect(changed).rejects.toThrow(/was changed/);
    expect(readdirSync(path.dirname(target))).toEqual([]);
  });

  it('takes a new or an empty folder, and an archive without records', async () => {
    const { vault } = await archiveOf([]);
    const folder = newFolder();
    mkdirSync(folder);
    expect(await exportArchive(vault, { format: 'parquet', folder })).toEqual({
      rows: 0,
      files: 0,
    });
    expect(readdirSync(folder)).toEqual([]);
    const deep = path.join(folder, 'a', 'b');
    expect(await exportArchive(vault, { format: 'parquet', folder: deep })).toMatchObject({
      rows: 0,
    });
  });

  it('of two at once into one folder, keeps one whole and fails the other', async () => {
    const { vault } = await archiveOf(CAPTURED, ODD);
    const folder = newFolder();
    const run = () => exportArchive(vault, { format: 'parquet', folder });
    const ended = await Promise.allSettled([run(), run()]);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(filesIn(folder)).toHaveLength(3);
    expect(readdirSync(path.dirname(folder))).toEqual(['tables']);
  });

  it.each<readonly [string, (folder: string) => object, string]>([
    ['no folder', () => ({}), 'folder'],
    ['an empty name', () => ({ folder: '' }), 'folder'],
    ['a byte order mark', (folder) => ({ folder: path.join(folder, 'x'), bom: true }), 'bom'],
    ['a folder with a file', (folder) => ({ folder }), 'folder'],
    ['a file', (folder) => ({ folder: path.join(folder, 'mine') }), 'folder'],
  ])('refuses %s by name, and changes nothing', async (_what, options, name) => {
    const { vault } = await archiveOf([{}]);
    const folder = tempFolder();
    writeFileSync(path.join(folder, 'mine'), '');
    const refused = exportArchive(vault, { format: 'parquet', ...options(folder) } as never);
    await expect(refused).rejects.toMatchObject({
      name: 'InvalidInputError',
      issues: [{ path: name }],
    });
    expect(readdirSync(folder)).toEqual(['mine']);
  });
});

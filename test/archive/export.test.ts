import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  archiveEvidence,
  EXPORT_COLUMNS,
  exportArchive,
  folderVault,
  type Vault,
} from '../../src/archive/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { recordsIn } from './support/lines-in.ts';

async function textOf(vault: Vault, format: 'csv' | 'ndjson'): Promise<string> {
  let text = '';
  for await (const line of exportArchive(vault, { format })) text += line;
  return text;
}

async function archive(...pages: Parameters<ReturnType<typeof archiveWorld>['capture']>[0][]) {
  const world = archiveWorld();
  const ids = pages.map((page) => world.capture(page));
  const folder = tempFolder();
  const vault = folderVault(folder);
  await archiveEvidence(world.client, { vault, concurrency: 1 });
  return { vault, ids, folder };
}

it('has these columns, in this order: they are a contract', () => {
  expect(EXPORT_COLUMNS).toEqual([
    ...['cdrId', 'domainId', 'domain', 'createdAt', 'capturedAt', 'organizationName', 'guest'],
    ...['producerOrgId', 'sessionId', 'packageId', 'pageUrl', 'pageTitle', 'clientTimezone'],
    ...['timeOnPageMs', 'ip', 'userAgent', 'countryCode', 'region', 'city', 'phones', 'firstNames'],
    ...['lastNames', 'submissionDetected', 'disclosureTexts', 'consentMechanisms'],
    ...['checkboxesAffirmed', 'declaredTexts', 'declaredAgreed', 'customMetadata', 'fetchedAt'],
    ...['requestId', 'recordPath', 'recordSha256', 'imagePath', 'imageBytes', 'imageSha256'],
  ]);
});

it('is an object for each record as NDJSON, and null for what is not in it', async () => {
  const { vault, ids } = await archive({}, { submit: null });
  const rows = (await textOf(vault, 'ndjson'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows.map(({ cdrId }) => cdrId).sort()).toEqual([...ids].sort());
  for (const row of rows) expect(Object.keys(row)).toEqual(EXPORT_COLUMNS);
  const [seen, unseen] = ids.map((id) => rows.find(({ cdrId }) => cdrId === id));
  expect(seen).toMatchObject({
    ...{ createdAt: '2026-01-05T12:00:00.000Z', submissionDetected: true, guest: false },
    ...{ consentMechanisms: ['checkbox'], producerOrgId: null },
  });
  expect(unseen).toMatchObject({ submissionDetected: false, disclosureTexts: null });
  const [line] = await recordsIn(vault);
  expect(rows.find(({ cdrId }) => cdrId === line?.cdrId)).toMatchObject({
    imageSha256: line?.image?.sha256,
    recordPath: line?.record.path,
  });
});

it('quotes as RFC 4180 says, and lets no cell be a formula', async () => {
  const { vault } = await archive({
    pageTitle: '=HYPERLINK("https://evil.example")',
    customMetadata: { note: 'a, "b"\r\nc' },
  });
  const text = await textOf(vault, 'csv');
  const [names, rest] = [text.slice(0, text.indexOf('\r\n')), text.slice(text.indexOf('\r\n') + 2)];
  expect(names).toBe(EXPORT_COLUMNS.join(','));
  expect(rest).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(rest).toContain(String.raw`"{""note"":""a, \""b\""\r\nc""}"`);
  const cells = [...rest.trimEnd().matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,"]*)/g)];
  expect(cells).toHaveLength(EXPORT_COLUMNS.length);
});

it.each(['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', '\r=1+1', '\n=1+1', '＝1+1', '＠SUM(1)'])(
  'lets no cell begin with the formula %j, as data of the page can',
  async (text) => {
    const { vault } = await archive({ clientTimezone: text });
    const csv = await textOf(vault, 'csv');
    const row = csv.slice(csv.indexOf('\r\n') + 2);
    expect(row).toContain(`'${text}`);
    expect(row.split(/,"?/).filter((cell) => cell.startsWith(text))).toEqual([]);
  },
);

it('begins CSV with a byte order mark where that is asked for, and never NDJSON', async () => {
  const { vault } = await archive({});
  const plain = await textOf(vault, 'csv');
  let text = '';
  for await (const line of exportArchive(vault, { format: 'csv', bom: true })) text += line;
  expect(text).toBe(`\ufeff${plain}`);
  const refused = exportArchive(vault, { format: 'ndjson', bom: true }).next();
  await expect(refused).rejects.toThrow(/bom: expected no byte order mark in NDJSON/);
});

it('stops at a record that was changed, and refuses a format that it does not know', async () => {
  const { vault, folder } = await archive({});
  const [line] = await recordsIn(vault);
  writeFileSync(path.join(folder, line?.record.path ?? ''), '{}');
  await expect(textOf(vault, 'csv')).rejects.toThrow(/was changed/);
  await expect(textOf(vault, 'xlsx' as never)).rejects.toThrow(/format: expected "csv"/);
});

it('shows an undocumented object as JSON, because one record must not hide all others', async () => {
  const world = archiveWorld();
  world.capture();
  const fetch: typeof world.mock.fetch = async (input, init) => {
    const response = await world.mock.fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!/\/v1\/cdrs\/[^/]+$/.test(url)) return response;
    const reply = (await response.json()) as { data: { cdr: object } };
    const odd = { sessionId: { id: 's' }, timeOnPageMs: { ms: 5 } };
    return Response.json({ ...reply, data: { cdr: { ...reply.data.cdr, ...odd } } });
  };
  const client = world.clientOf({ fetch, validateReplies: 'warn' });
  const vault = folderVault(tempFolder());
  expect(await archiveEvidence(client, { vault })).toMatchObject({ ok: true });
  expect(await textOf(vault, 'csv')).toContain('"{""id"":""s""}"');
  expect(await textOf(vault, 'ndjson')).toContain('{"ms":5}');
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  archiveEvidence,
  exportArchive,
  folderVault,
  verifyArchive,
  writeDossier,
} from '../../src/archive/index.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { recordsIn } from './support/lines-in.ts';
import { MemoryVault } from './support/memory-vault.ts';

const PHONE = '+14155550123';

/** Odd texts of JSON: `JSON.parse` of each is data that a capturer can pass. */
const SCALARS = [
  ...['-0', '1e400', '-1e400', '5e-324', '1.7976931348623157e308', '0.1', 'null', 'true', '""'],
  ...[String.raw`"\ud800"`, String.raw`"\u202e\u0000"`, '"=1+1"', '"+1 415 555 0123"'],
];
const KEYS = ['__proto__', 'constructor', 'toString', 'toJSON', 'length', '', String.raw`\udfff`];

const nested = (depth: number, form: 'lists' | 'objects', inside: string): string =>
  form === 'lists'
    ? '['.repeat(depth) + inside + ']'.repeat(depth)
    : KEYS.slice(0, 1)
        .map((key) => `{"${key}":`.repeat(depth) + inside + '}'.repeat(depth))
        .join('');

const SHAPES: readonly (readonly [string, string])[] = [
  ['5,000 lists in each other', nested(5000, 'lists', '')],
  ['8,000 lists in each other', nested(8000, 'lists', '')],
  ['100,000 lists in each other', nested(100_000, 'lists', '-0')],
  ['20,000 objects in each other', nested(20_000, 'objects', '1e400')],
  ['50,000 entries', `[${Array.from({ length: 50_000 }, () => '[]').join()}]`],
  ['every odd scalar', `[${SCALARS.join()}]`],
  ['every odd key', `{${KEYS.map((key) => `"${key}":-0`).join()}}`],
];

/** A world in which the service says `members` of one of two records, as JSON. */
function worldOf(members: string) {
  const world = archiveWorld();
  const page = { customMetadata: { lead_phone: PHONE, place: 'PLACE' } };
  const [odd, plain] = [world.capture(page), world.capture(page)];
  const fetch: typeof world.mock.fetch = async (input, init) => {
    const response = await world.mock.fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!url.includes(`/v1/cdrs/${odd}`)) return response;
    const text = await response.text();
    return new Response(text.replace('"PLACE"', members), response);
  };
  const client = world.clientOf({ fetch });
  return { ...world, client, odd, plain };
}

/** Compares parsed JSON at any depth, in a loop. */
function isSame(a: unknown, b: unknown): boolean {
  const open: [unknown, unknown][] = [[a, b]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [one, other] = next as [Record<string, unknown>, Record<string, unknown>];
    if (typeof one !== 'object' || one === null) {
      if (!Object.is(one, other)) return false;
      continue;
    }
    const names = Object.keys(one);
    if (Array.isArray(one) !== Array.isArray(other)) return false;
    if (Object.keys(other).join('\n') !== names.join('\n')) return false;
    for (const name of names) open.push([one[name], other[name]]);
  }
  return true;
}

async function checkEveryWriter(members: string): Promise<void> {
  const { client, odd, mock } = worldOf(members);
  const vault = new MemoryVault();
  const report = await archiveEvidence(client, { vault });
  expect(report).toMatchObject({ ok: true, counts: { archived: 2 } });
  const line = (await recordsIn(vault)).find(({ cdrId }) => cdrId === odd);
  const bytes = vault.files.get(line?.record.path ?? '') ?? new Uint8Array();
  expect(bytes.byteLength).toBeLessThan(members.length + 8000);
  const { downloadUrl: _, ...kept } = await client.cdrs.get(odd);
  expect(isSame(JSON.parse(new TextDecoder().decode(bytes)), kept)).toBe(true);
  expect(await verifyArchive(vault)).toMatchObject({ ok: true, records: 2 });

  const rows: { cdrId: string; customMetadata: string }[] = [];
  for await (const row of exportArchive(vault, { format: 'ndjson' })) rows.push(JSON.parse(row));
  expect(rows).toHaveLength(2);
  const told = rows.find(({ cdrId }) => cdrId === odd)?.customMetadata ?? '';
  expect(isSame(JSON.parse(told), kept.customMetadata)).toBe(true);
  let csv = 0;
  for await (const _row of exportArchive(vault, { format: 'csv' })) csv += 1;
  expect(csv).toBe(3);

  const folder = path.join(tempFolder(), 'dossier');
  const options = { phone: PHONE, folder, keys: ['lead_phone'], clock: mock.clock };
  expect(await writeDossier(client, options)).toMatchObject({ ok: true, records: 2 });
  expect(await verifyArchive(folderVault(path.join(folder, 'data')))).toMatchObject({
    ok: true,
    records: 2,
  });
  const page = readFileSync(path.join(folder, 'data/dossier.html'), 'utf8');
  expect(page).toContain(`of 2: ${odd}`);
  const form = readFileSync(path.join(folder, 'declaration.html'), 'utf8');
  for (const text of [page, form]) {
    expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
  }
}

describe('data of strangers', () => {
  it.each(SHAPES)('is archived, exported and shown equal in value: %s', async (_shape, members) => {
    await checkEveryWriter(members);
  });

  it('of any JSON is archived, exported and shown equal in value', async () => {
    const scalar = fc.constantFrom(...SCALARS);
    const key = fc.constantFrom(...KEYS, 'a', 'b');
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(tie('value'), { maxLength: 4 }).map((each) => `[${each.join()}]`),
        fc
          .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([name]) => name })
          .map((each) => `{${each.map(([name, of]) => `"${name}":${of}`).join()}}`),
      ),
    }));
    await fc.assert(fc.asyncProperty(value, checkEveryWriter), { numRuns: 15 });
  });
});

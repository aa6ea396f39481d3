import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  archiveEvidence,
  folderVault,
  type WriteDossierOptions,
  writeDossier,
} from '../../src/archive/index.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { archiveWorld, tempFolder } from './support/archive-world.ts';
import { linesIn, recordsIn } from './support/lines-in.ts';
import { sampleDossier } from './support/sample-dossier.ts';

const PHONE = '(415) 555-0123';
const { privateKey } = generateKeyPairSync('ed25519');
const token = (sha256: string) => Buffer.from(`300102${sha256}`, 'hex');

async function declared(options: Partial<WriteDossierOptions> = {}, isOffline = false) {
  const world = archiveWorld();
  const fields = [
    { name: 'first_name', autocomplete: 'given-name', value: 'Dana' },
    { name: 'phone', type: 'tel', value: PHONE },
  ];
  for (const _ of [1, 2]) world.capture({ fields });
  const archive = folderVault(tempFolder());
  await archiveEvidence(world.client, { vault: archive, clock: world.mock.clock });
  const before = world.mock.requests().length;
  const folder = path.join(tempFolder(), 'case');
  const report = await writeDossier(isOffline ? null : world.client, {
    ...{ phone: PHONE, folder, clock: world.mock.clock, ...(isOffline && { archive }) },
    ...options,
  });
  expect(report.ok).toBe(true);
  const page = readFileSync(path.join(folder, report.declaration ?? ''), 'utf8');
  const sent = world.mock.requests().slice(before);
  return { page, folder, sent, vault: folderVault(path.join(folder, 'data')) };
}

const wordsOf = (page: string): string =>
  page.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, ' ').replaceAll(/\s+/g, ' ');

it('a declaration leaves blank what a person must state', async () => {
  const { page } = await declared({ note: '25-cv-0147' });
  const blanks = [...page.matchAll(/<div class="blank">(.*?)<\/div>/gs)].map(
    ([, each = '']) => each,
  );
  const labels = blanks.map((each) => /^<span>([^<]*)<\/span>/.exec(each)?.[1]);
  expect(labels.filter((label) => label !== undefined)).toEqual([
    ...['Court and case', 'Name', 'Employer and position'],
    ...['Place', 'Executed on (date)', 'Signature'],
  ]);
  for (const each of blanks) expect(each).toMatch(/<span class="line"><\/span>$/);
  expect(page).not.toMatch(/<(?:input|textarea|form|button|script|link|iframe|img)\b/);
  expect(page).not.toMatch(/Dana/);
});

it('a declaration names each request that the run sent, as the service documents it', async () => {
  const { page, sent } = await declared();
  expect(sent.length).toBeGreaterThan(2);
  const paths = Object.values(endpoints).map(({ operation, method, path: at }) => ({
    ...{ operation, said: `${method} ${at}` },
  }));
  const known = new Set<string | undefined>(paths.map(({ operation }) => operation));
  for (const { operation } of sent) {
    const found = paths.find((each) => each.operation === operation);
    expect(page).toContain(found?.said ?? 'GET of the download URL in that reply');
  }
  const named = paths.filter(({ said }) => page.includes(`<code>${said}</code>`));
  expect(named.map(({ operation }) => operation).sort()).toEqual(
    [...new Set(sent.map(({ operation }) => operation))].filter((each) => known.has(each)).sort(),
  );
});

it('a declaration that an archive alone was searched for says that nothing was sent', async () => {
  const { page, sent } = await declared({}, true);
  expect(sent).toEqual([]);
  expect(wordsOf(page)).toContain('had no connection to the service, and sent no request');
  expect(page).not.toContain('GET /v1');
});

it('a declaration has the program, the times, and each record, hash and seal', async () => {
  const { page, vault } = await declared({
    ...{ sign: { privateKey, keyId: 'archive-2026' }, timestamp: token },
  });
  const words = wordsOf(page);
  expect(words).toContain('consent-evidence, version 0.0.0-test');
  expect(words).toContain('+14155550123');
  const records = await recordsIn(vault);
  expect(records).toHaveLength(2);
  for (const { cdrId, record, image, requestId = 'none' } of records) {
    for (const each of [cdrId, record.sha256, image?.sha256 ?? 'none', requestId]) {
      expect(words).toContain(each);
    }
  }
  const seal = (await linesIn(vault)).at(-1);
  if (seal?.kind !== 'seal') throw new Error('expected a seal');
  for (const each of [seal.previous, seal.signature?.sha256, seal.timestamp?.sha256]) {
    expect(words).toContain(each);
  }
  expect(words).toContain('archive-2026');
  expect(words).toContain('2026-01-05 12:00:00 UTC');
});

it('a declaration shows the direction and control characters of a note, and runs nothing', async () => {
  const { page } = await declared({ note: '25\u202e-cv\u0007<script>alert(1)</script>' });
  expect(page).toContain('25⟨U+202E⟩-cv⟨U+0007⟩&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toContain('<script');
});

/** What only a court, a lawyer or a person under oath may say. */
const JUDGING =
  /\b(?:in?valid\w*|compl(?:y|ies|iant|iance)|pro(?:ve[sdn]?|ving|of)|guarant\w+|authentic\w*|certif\w+|(?:un)?lawful\w*|(?:il)?legal\w*|admissib\w+|genuine\w*|accurate\w*|trust\w*|reliab\w+|sufficient\w*|satisf\w+|legitimate\w*|conclusive\w*|irrefutab\w*|tamper\w*|undeniab\w*|correct\w*|true|truth\w*|violat\w+|verif\w+)\b/gi;
const OATH =
  /I declare under penalty of perjury(?: under the laws of the United States of America)? that the foregoing is true and correct\./g;

/** JSON of a page’s own data, and commands. */
const NOT_OURS = /<bdi>\{.*?\}<\/bdi>|<code>.*?<\/code>|<pre.*?<\/pre>/gs;

/** The pages of a dossier as they are read, without the sentence of 28 U.S.C. § 1746 and the service’s term. */
function judging(folder: string): string[] {
  return ['data/dossier.html', 'declaration.html', 'bag-info.txt'].flatMap((name) => {
    const words = wordsOf(readFileSync(path.join(folder, name), 'utf8').replaceAll(NOT_OURS, ''));
    const own = words.replaceAll(OATH, '').replaceAll('Certified Digital Record', '');
    return [...own.matchAll(JUDGING)].map(([word]) => `${name}: ${word}`);
  });
}

it('no page of a dossier judges', async () => {
  const folder = path.join(tempFolder(), 'case');
  await sampleDossier(folder);
  expect(judging(folder)).toEqual([]);
  const sealed = await declared({ sign: { privateKey, keyId: 'test' }, timestamp: token });
  expect(judging(sealed.folder)).toEqual([]);
  expect(judging((await declared({}, true)).folder)).toEqual([]);
  const empty = await declared({ phone: '(212) 555-0147' });
  expect(judging(empty.folder)).toEqual([]);
});

it('a dossier has the data of each record by the six members of 16 CFR 310.5(a)(8)', async () => {
  const folder = path.join(tempFolder(), 'case');
  const page = readFileSync(await sampleDossier(folder), 'utf8');
  const tables = page.split('<h3>By what 16 CFR 310.5(a)(8) lists</h3>').slice(1);
  const rows = tables.map((table) =>
    [
      ...(table.split('</table>')[0] ?? '').matchAll(/<tr><th[^>]*>(.*?)<\/th><td>(.*?)<\/td>/gs),
    ].map(([, label = '', held = '']) => [label, wordsOf(held).trim()]),
  );
  expect(rows).toHaveLength(4);
  const numbers = ['1', '1', '2', '2', '3', '4', '5', '6'];
  for (const each of rows) {
    expect(each.map(([label = '']) => label.slice(0, 1))).toEqual(numbers);
    for (const [, held] of each) expect(held).toMatch(/^(?:not )?in this record/);
  }
  const held = rows.map((each) => each.map(([, value = '']) => value.startsWith('in this')));
  const [T, F] = [true, false];
  expect(held).toEqual([
    [T, T, T, T, F, T, T, F], // a checked box
    [T, T, T, T, F, T, T, F], // a button
    [T, T, F, T, F, T, T, F], // not collected
    [T, T, T, F, F, F, F, F], // no submission was detected
  ]);
});

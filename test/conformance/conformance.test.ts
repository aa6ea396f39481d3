import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { digestOf, isPlaced, PAGE, readPage, writePage } from '../../scripts/conformance/page.ts';
import { fileOfEndpoint } from '../../scripts/conformance/rows-of-tests.ts';
import { suiteTitles } from '../../scripts/conformance/suite-titles.ts';
import { placeOf, without } from '../../scripts/conformance/without.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { READING_VALUES } from '../../src/readings/readings.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(PAGE, 'utf8');
const { rows, proved } = readPage(text);

/** Every section of the specification that states something observable from outside. */
const SECTIONS = [
  ...['1', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '3', '4.8'],
  ...Object.values(endpoints).map(({ section }) => section),
  ...['6', '6.1', '6.2', '6.3', '7', '7.1', '8', '9'],
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map((number) => `5.${number}`),
  ...['1', '2', '3', '4', '5'].map((number) => `4.2 rule ${number}`),
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((number) => `4.6 rule ${number}`),
];

describe('docs/conformance.md', () => {
  it('names only tests that the suite has', async () => {
    const titles = await suiteTitles();
    const named = rows.flatMap(({ proof }) =>
      'file' in proof ? [`${proof.file}: ${proof.title}`] : [],
    );
    expect(named.filter((each) => !titles.has(each))).toEqual([]);
  }, 120_000);

  it('names only places that the source has', () => {
    for (const { place } of rows.filter(isPlaced)) {
      const source = readFileSync(ROOT + placeOf(place).file, 'utf8');
      expect(without(source, placeOf(place)), place).not.toBe(source);
    }
  });

  it('has a row for every section that can be seen from outside', () => {
    const sections = new Set(rows.map(({ section }) => section));
    expect(SECTIONS.filter((section) => !sections.has(section))).toEqual([]);
    expect([...sections].filter((section) => !SECTIONS.includes(section))).toEqual([]);
  });

  it.each(Object.entries(endpoints))(
    'has a row for %s: test/service/<its-name>.test.ts',
    (name, row) => {
      const file = fileOfEndpoint(name);
      const own = rows.filter(({ proof }) => 'file' in proof && proof.file === file);
      const none = `no row for ${row.operation} (spec §${row.section}): test test/service/${file}.test.ts, then npm run conformance -- --tests`;
      expect(own.length, none).toBeGreaterThan(0);
    },
  );

  it('has a row for every value of every reading', () => {
    const titles = rows.flatMap(({ kind, proof }) =>
      kind === 'reading' && 'title' in proof ? [proof.title] : [],
    );
    const wanted = Object.entries(READING_VALUES).flatMap(([name, values]) =>
      'default' in values ? [`(${name}: `] : values.map((value) => `(${name}: ${value})`),
    );
    expect(wanted.filter((end) => !titles.some((title) => title.includes(end)))).toEqual([]);
  });

  it('has no row twice', () => {
    const texts = rows.map(({ section, rule }) => `${section} ${rule}`);
    expect(texts.filter((each, index) => texts.indexOf(each) !== index)).toEqual([]);
  });

  it('is in order and counted: run `npm run conformance`', () => {
    expect(writePage({ rows, proved })).toBe(text);
  });

  it('has places that were all proved: run `npm run conformance -- --prove`', () => {
    expect(digestOf(rows)).toBe(proved);
  });
});

describe('the proof of a row', () => {
  it('turns its test red', async () => {
    const script = `${ROOT}scripts/conformance/run.ts`;
    const place = 'route.ts#pathEntries → one path more (GET';
    const args = [script, '--prove', place];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    const count = rows.filter((row) => row.place?.includes(place)).length;
    expect(count).toBeGreaterThan(0);
    expect(stdout).toContain(`${count} of ${count} places proved`);
    expect(readFileSync(PAGE, 'utf8')).toBe(text);
  }, 120_000);
});

describe('a place', () => {
  const turned = (source: string, place: string): string => without(source, placeOf(place));

  it('is a function, whose name and export stay', () => {
    const source = 'export function isOld(at: number): boolean {\n  return at < 5;\n}\n';
    expect(turned(source, 'a.ts#isOld → false')).toBe(
      'export function isOld(...all) { return ((() => false))(...all); }\n',
    );
  });

  it('is a number, or a member however deep', () => {
    expect(turned('export const MAX = 2 * 3;', 'a.ts#MAX → one more')).toBe(
      'export const MAX = (2 * 3) + 1;',
    );
    const rowsOf = 'const rows = { a: row({ names: [1] }), b: row({ names: [2] }) };';
    expect(turned(rowsOf, 'a.ts#rows.b.names → an empty list')).toBe(
      'const rows = { a: row({ names: [1] }), b: row({ names: [] }) };',
    );
  });

  it('is a method', () => {
    const source = 'const rule = { judge(facts) { return 1; } };';
    expect(turned(source, 'a.ts#rule.judge → nothing')).toBe(
      'const rule = { judge: (() => undefined) };',
    );
  });

  it.each(['a.ts#none → false', 'a.ts#MAX.none → nothing', 'a.ts#MAX → gone', 'MAX'])(
    'that does not exist is refused: %s',
    (place) => {
      expect(() => turned('const MAX = { a: 1 };', place)).toThrow(/has no|no such place/);
    },
  );
});

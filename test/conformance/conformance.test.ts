import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { conformanceDocument } from '../../scripts/conformance/document.ts';
import { proofIdOf, provedIds } from './proved.ts';
import { isProvable } from './rule.ts';
import { rules } from './rules.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const provable = rules.filter(isProvable);

/** Every section of the specification that states a rule of the service. */
const SECTIONS = [
  ...['1', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '3', '4.1', '4.2', '4.3', '4.4', '4.5'],
  ...['4.6', '4.7', '4.8', '6', '6.1', '6.2', '6.3', '7', '7.1', '8', '9'],
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((number) => `5.${number}`),
  ...['1', '2', '3', '4', '5'].map((number) => `4.2 rule ${number}`),
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((number) => `4.6 rule ${number}`),
];

/** The titles of the suite as its own run would have them, each with its file. */
async function suiteTitles(): Promise<ReadonlySet<string>> {
  const vitest = fileURLToPath(new URL('node_modules/vitest/vitest.mjs', `file://${ROOT}`));
  const parts = ['list', 'test/service', '--json', '--no-static-parse', '--maxWorkers=1'];
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, ...parts], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const tests = JSON.parse(stdout) as { name: string; file: string }[];
  return new Set(
    tests.map(({ name, file }) => {
      const title = name.slice(name.indexOf(' > ') + 3);
      return `${file.slice(file.lastIndexOf('/') + 1, -'.test.ts'.length)}: ${title}`;
    }),
  );
}

describe('the table of conformance', () => {
  it('names only tests that the suite has', async () => {
    const titles = await suiteTitles();
    const named = provable.map(({ proof }) => `${proof.file}: ${proof.title}`);
    expect(named.filter((each) => !titles.has(each))).toEqual([]);
  }, 120_000);

  it.each(provable)('takes away what is there once: §$section $rule', ({ mutation }) => {
    const { file, find, replace } = mutation;
    expect(existsSync(ROOT + file)).toBe(true);
    expect(readFileSync(ROOT + file, 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(file).toMatch(/^(?:mock|src\/(?:acceptance|contract))\//);
  });

  it('has a row for every section that states a rule', () => {
    const sections = new Set(rules.map(({ section }) => section));
    expect(SECTIONS.filter((section) => !sections.has(section))).toEqual([]);
    expect([...sections].filter((section) => !SECTIONS.includes(section))).toEqual([]);
  });

  it('has no rule twice and none without a proof', () => {
    const texts = rules.map(({ section, rule }) => `${section} ${rule}`);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    const proved = provedIds();
    const open = provable.filter((rule) => !proved.has(proofIdOf(rule)));
    // Run `npm run conformance:proof` after a change of a row.
    expect(open.map(({ section, rule }) => `${section} ${rule}`)).toEqual([]);
  });

  it('is what docs/conformance.md says', () => {
    // Run `npm run conformance:docs` after a change of the table.
    const document = readFileSync(`${ROOT}docs/conformance.md`, 'utf8');
    expect(document).toBe(conformanceDocument());
  });
});

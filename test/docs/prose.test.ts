import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docstringsOf } from '../../scripts/docs/docstring-pages.ts';
import { proseProblems } from '../../scripts/docs/prose-problems.ts';
import { titlesOf } from '../../scripts/docs/test-titles.ts';

interface Configuration {
  readonly rules: { readonly terminology: { readonly terms: readonly [string, string][] } };
}

const { rules } = JSON.parse(readFileSync('.textlintrc.json', 'utf8')) as Configuration;
const terms = rules.terminology.terms.map(([term]) => term);

describe('the prose linter', () => {
  it('finds each word of its list, on its line', async () => {
    expect(terms.length).toBeGreaterThan(80);
    const plain = terms.filter((term) => /^[A-Za-z' -]+$/.test(term));
    expect(plain.length).toBeGreaterThan(60);
    const text = plain.map((term) => `Here ${term} is said.\n`).join('\n');
    const problems = await proseProblems([{ file: 'page.md', text }]);
    const lines = problems.map((problem) => Number(problem.split(':')[1]));
    expect([...new Set(lines)]).toEqual(plain.map((_, index) => 2 * index + 1));
  });

  it('finds a word in a docstring, but not in code or in a comment of another kind', async () => {
    const source = [
      '// Nobody reads this.',
      "const nobody = 'nobody';",
      '/** Takes `nobody`. */',
      '/**',
      ' * Waits for nobody.',
      ' */',
    ].join('\n');
    const problems = await proseProblems([{ file: 'code.ts', text: docstringsOf(source) }]);
    expect(problems).toEqual([expect.stringMatching(/^code\.ts:5: .*“nobody”, use “no one”/)]);
  });

  it('finds a word in the title of a test, however it is named, and not in its body', async () => {
    const source = [
      "import { describe, it, test } from 'vitest';",
      "describe('what nobody reads', () => {",
      "  it('works', () => expect('nobody').toBe(nobody));",
      '  it.skipIf(old)(`says ${why}, and nobody asks`, check);',
      '  test.each([',
      "    ['nobody', 1],",
      "  ])('%s %s is nobody', check);",
      '  it.each`a | b`("mends it", check);',
      "  it.each([{ title: 'nobody', note: 'nobody' }])('$title', check);",
      '});',
    ].join('\n');
    const problems = await proseProblems([{ file: 'a.test.ts', text: titlesOf(source) }]);
    const places = problems.map((problem) => problem.replace(/: .*/, ''));
    expect(places).toEqual([2, 4, 7, 8, 9].map((line) => `a.test.ts:${String(line)}`));
  });
});

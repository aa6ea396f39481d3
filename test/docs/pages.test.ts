import { describe, expect, it } from 'vitest';
import { codeBlocks, fileOf, pages } from './code-blocks.ts';
import { complaintsAbout } from './compile-blocks.ts';

const blocks = pages
  .flatMap((page) => codeBlocks(page))
  .filter(({ language }) => language === 'ts');

// The compiler reads the libraries' declarations too, which takes its time on a busy machine.
describe('the code in the README and the guides', { timeout: 120_000 }, () => {
  it('compiles, each block a module of its own', () => {
    expect(blocks.length).toBeGreaterThan(40);
    expect(new Set(blocks.map(fileOf)).size).toBe(blocks.length);
    const code =
      "import { ConsentEvidence } from 'consent-evidence';\nnew ConsentEvidence().cdr;\n";
    const mistake = { page: 'mistake.md', line: 5, language: 'ts', code };
    expect(complaintsAbout([...blocks, mistake])).toEqual([
      expect.stringMatching(/^mistake\.md:6: Property 'cdr' does not exist/),
    ]);
  });
});

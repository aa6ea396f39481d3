import { describe, expect, it } from 'vitest';
import { FACES } from '../../scripts/faces.ts';
import { codeBlocks, fileOf, pages } from './code-blocks.ts';
import { compileBlocks } from './compile-blocks.ts';
import { docstringExamples } from './docstring-examples.ts';
import { exportsWithoutExample, facesIn, unnamedMembersOfClient } from './without-example.ts';

const blocks = pages
  .flatMap((page) => codeBlocks(page))
  .filter(({ language }) => language === 'ts');

// The compiler reads the libraries' declarations too, which is slow on a busy machine. These tests are in
// one file so that what it has read for the pages can be used for the docstrings too.
describe('the code in the README and the guides', { timeout: 120_000 }, () => {
  it('compiles, each block a module of its own', () => {
    expect(blocks.length).toBeGreaterThan(40);
    expect(new Set(blocks.map(fileOf)).size).toBe(blocks.length);
    const code =
      "import { ConsentEvidence } from 'consent-evidence';\nnew ConsentEvidence().cdr;\n";
    const mistake = { page: 'mistake.md', line: 5, language: 'ts', code };
    expect(compileBlocks([...blocks, mistake]).complaints).toEqual([
      expect.stringMatching(/^mistake\.md:6: Property 'cdr' does not exist/),
    ]);
  });
});

const STORY = 'test/consumers/docstrings/story.d.ts';

describe('the examples in docstrings', { timeout: 120_000 }, () => {
  const mistake = { page: 'mistake.ts', line: 5, language: 'ts', code: 'client.cdr;\n' };
  // The imports are generated here, and do not say which names are types.
  const changes = { verbatimModuleSyntax: false };
  const { program, complaints } = compileBlocks([...docstringExamples, mistake], changes, [
    STORY,
    ...FACES.map(({ source }) => source),
  ]);
  const faces = facesIn(program);

  it('compile, each a module of its own', () => {
    expect(docstringExamples.length).toBeGreaterThan(70);
    expect(new Set(docstringExamples.map(fileOf)).size).toBe(docstringExamples.length);
    expect(complaints).toEqual([
      expect.stringMatching(/^mistake\.ts:5: Property 'cdr' does not exist/),
    ]);
  });

  it('are there for every function, class and value that is exported', () => {
    expect(exportsWithoutExample(faces)).toEqual([]);
  });

  it('can name what each member of the client is', () => {
    expect(unnamedMembersOfClient(faces)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { fileOf } from './code-blocks.ts';
import { complaintsAbout } from './compile-blocks.ts';
import { docstringExamples } from './docstring-examples.ts';
import {
  exportsWithoutExample,
  programOfFaces,
  unnamedMembersOfClient,
} from './without-example.ts';

const STORY = ['test/consumers/docstrings/story.d.ts'];

// The compiler reads the libraries' declarations too, which takes its time on a busy machine.
describe('the examples in docstrings', { timeout: 120_000 }, () => {
  const faces = programOfFaces();

  it('compile, each a module of its own', () => {
    expect(docstringExamples.length).toBeGreaterThan(70);
    expect(new Set(docstringExamples.map(fileOf)).size).toBe(docstringExamples.length);
    const mistake = { page: 'mistake.ts', line: 5, language: 'ts', code: 'client.cdr;\n' };
    // The imports are made here, and do not say which names are types.
    const changes = { verbatimModuleSyntax: false };
    expect(complaintsAbout([...docstringExamples, mistake], changes, STORY)).toEqual([
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

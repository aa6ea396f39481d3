import { globSync, readFileSync } from 'node:fs';

/** The prose of a file, with its line numbers kept. */
export interface Prose {
  readonly file: string;
  readonly text: string;
}

const DOCSTRING = /\/\*\*([\s\S]*?)\*\//g;

/** Returns the docstrings of a source text, with everything else as empty lines. */
export function docstringsOf(source: string): string {
  const lines = source.split('\n').map(() => '');
  for (const { index, 1: inside = '' } of source.matchAll(DOCSTRING)) {
    const first = source.slice(0, index).split('\n').length - 1;
    for (const [offset, line] of inside.split('\n').entries()) {
      lines[first + offset] = line
        .replace(/^\s*\* ?/, '')
        .replace(/^@\w+ ?/, '')
        .trimStart();
    }
  }
  return lines.join('\n');
}

/** Returns what people read: the pages, and the docstrings of the code. */
export function prosePages(): Prose[] {
  const pages = globSync(['*.md', 'docs/{guides,decisions}/*.md', 'docs/*.md', '.changeset/*.md']);
  const sources = globSync('{src,mock,cli}/**/*.{ts,tsx}');
  return [
    ...pages.map((file) => ({ file, text: readFileSync(file, 'utf8') })),
    ...sources.map((file) => ({ file, text: docstringsOf(readFileSync(file, 'utf8')) })),
  ].toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

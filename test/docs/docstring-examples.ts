import { globSync, readFileSync } from 'node:fs';
import { FACES } from '../../scripts/faces.ts';
import type { CodeBlock } from './code-blocks.ts';

/** The exports of each face, from the API reports. */
const exported = FACES.map(({ name: face, output }) => {
  const text = readFileSync(`docs/api-report/${output.replaceAll('/', '-')}.md`, 'utf8');
  return { face, names: [...text.matchAll(/^\/\/ (\w+)$/gm)].map(([, name = '']) => name) };
});

/** Returns the imports that a reader would write, on one line, so that line numbers do not change. */
function importsFor(code: string): string {
  const missing = new Set(code.match(/(?<=\.{3}|[^.'\w]|^)[A-Za-z]\w*/g));
  for (const [, name = ''] of code.matchAll(/\b(?:const|function|class) (\w+)/g)) {
    missing.delete(name);
  }
  // An example imports a name itself if two faces export it.
  for (const [, names = ''] of code.matchAll(/^import \{ (.+) \} from/gm)) {
    for (const name of names.split(', ')) missing.delete(name);
  }
  const imports = exported.map(({ face, names }) => {
    const used = names.filter((name) => missing.delete(name));
    return used.length === 0 ? '' : `import { ${used.join(', ')} } from '${face}'; `;
  });
  return imports.join('');
}

/** A file whose example is for people who work on the fake. */
const INTERNAL = 'mock/capture/evidence-image.ts';

const EXAMPLE = /^( *)\* @example\n\1\* ```ts\n((?:\1\*.*\n)*?)\1\* ```$/gm;

/** Returns the examples in the docstrings of a file, each with the imports that it leaves out. */
function examplesOf(page: string): CodeBlock[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(EXAMPLE)].map(({ index, 2: lines = '' }) => {
    const code = lines.replaceAll(/^ *\* ?/gm, '');
    const line = text.slice(0, index).split('\n').length + 2;
    return { page, line, language: 'ts', code: importsFor(code) + code };
  });
}

/** The examples in all docstrings that a user may read. */
export const docstringExamples: readonly CodeBlock[] = globSync('{src,mock,cli}/**/*.ts')
  .filter((file) => !file.startsWith('mock/page/') && file !== INTERNAL)
  .sort()
  .flatMap(examplesOf);

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A fenced block of a page. */
export interface CodeBlock {
  /** The path of the page, such as `docs/guides/webhooks.md`. */
  readonly page: string;
  /** The line on which its code starts. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** The pages that users read. */
export const pages: readonly string[] = [
  'README.md',
  'docs/SKILL.md',
  ...readdirSync('docs/guides')
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/guides/${file}`),
];

/** Returns the fenced blocks of a page. */
export function codeBlocks(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { indent: number; language: string; line: number; code: string[] } | undefined;
  for (const [index, text] of readFileSync(page, 'utf8').split('\n').entries()) {
    // In a list, a block is indented as far as its fence.
    const fence = /^( *)```(\w*)/.exec(text);
    if (open === undefined) {
      const [, indent = '', language = ''] = fence ?? [];
      if (fence) open = { indent: indent.length, language, line: index + 2, code: [] };
    } else if (fence) {
      const { language, line, code } = open;
      blocks.push({ page, line, language, code: `${code.join('\n')}\n` });
      open = undefined;
    } else {
      open.code.push(text.slice(open.indent));
    }
  }
  if (open !== undefined) throw new Error(`${page}:${open.line}: a block without an end`);
  return blocks;
}

/** Returns the path of a block as a file: named by its first line, or by its line number. */
export function fileOf({ page, line, code }: CodeBlock): string {
  const [, named] = /^\/\/ (\S+\.ts)\n/.exec(code) ?? [];
  // By its whole path: files of one name may have a block on the same line.
  const folder = page.replace(/\.md$/, '').replaceAll('/', '-');
  return path.join('examples/pages', folder, named ?? `line-${line}.ts`);
}

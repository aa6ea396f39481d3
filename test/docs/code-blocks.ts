import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A fenced block of a page. */
export interface CodeBlock {
  /** `docs/guides/webhooks.md`. */
  readonly page: string;
  /** The line that its code begins on. */
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

/** The fenced blocks of a page. */
export function codeBlocks(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { indent: number; language: string; line: number; code: string[] } | undefined;
  for (const [index, text] of readFileSync(page, 'utf8').split('\n').entries()) {
    // In a list a block is indented by as much as its fence.
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

/** Where a block would stand as a file: as its first line says, or under its line's number. */
export function fileOf({ page, line, code }: CodeBlock): string {
  const [, named] = /^\/\/ (\S+\.ts)\n/.exec(code) ?? [];
  return path.join('examples/pages', path.basename(page, '.md'), named ?? `line-${line}.ts`);
}

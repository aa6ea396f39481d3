import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import { codeBlocks, fileOf } from './code-blocks.ts';

const FOLDER = path.resolve('reports');
let runs = 0;

/**
 * Runs a block of code under a heading as a module, with the names that the reader defines as globals.
 *
 * @param cwd the folder in which it runs, and so finds and makes its files.
 * @param nth which of the blocks under the heading, from 0.
 */
export async function runBlock(
  page: string,
  heading: string,
  names: Readonly<Record<string, unknown>>,
  cwd = process.cwd(),
  nth = 0,
): Promise<Record<string, unknown>> {
  const lines = (await readFile(page, 'utf8')).split('\n');
  const from = lines.findIndex(
    (line) => /^#{1,3} /.test(line) && line.replace(/^#+ /, '') === heading,
  );
  const below = codeBlocks(page).filter(({ language, line }) => language === 'ts' && line > from);
  const block = below[nth];
  if (from < 0 || block === undefined) throw new Error(`no code under ${heading}`);
  for (const [name, value] of Object.entries(names)) vi.stubGlobal(name, value);
  const file = path.join(FOLDER, fileOf(block));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${block.code}export {};\n`);
  runs += 1; // A module runs once per URL.
  const url = `${pathToFileURL(path.resolve(file)).href}?${runs}`;
  const before = process.cwd();
  process.chdir(cwd);
  try {
    return (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
  } finally {
    process.chdir(before);
  }
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeBlocks } from './code-blocks.ts';

/** Runs a program as one who pasted it into `try.mjs`, in this package. */
function printed(code: string): string {
  const folder = mkdtempSync(path.resolve('reports', 'pasted-'));
  const file = path.join(folder, 'try.mjs');
  writeFileSync(file, code);
  const text = execFileSync(process.execPath, ['--no-warnings', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return text;
}

const programs = (page: string) =>
  codeBlocks(page)
    .filter(({ language }) => language === 'ts')
    .map(({ code }) => code);

describe('the programs of the first pages', () => {
  it('of the home page run as pasted', () => {
    const [decide = '', receive = '', test = ''] = programs('docs/index.md');
    expect(printed(decide)).toBe('accept charges: 1\n');
    expect(printed(receive)).toBe('completed: cdr_1\n200\n');
    expect(printed(test)).toBe('CDR_ACCEPTANCE_FAILED\ncharges: 0\n');
  });

  it('of the README runs as pasted, and the README has at most 5 KB', () => {
    const [intake = ''] = programs('README.md');
    expect(printed(intake)).toBe('accept charges: 1\n');
    expect(readFileSync('README.md').byteLength).toBeLessThanOrEqual(5 * 1024);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as limits from '../../src/contract/limits.ts';

const HOME = 'src/contract/limits.ts';
/** Smaller numbers have many meanings; only numbers from here on are recognisable by themselves. */
const TELLING_FROM = 3_600_000;

const telling = new Set<number>(
  Object.values(limits)
    .flatMap((value) => (typeof value === 'object' ? Object.values(value) : value))
    .filter((value) => value >= TELLING_FROM),
);

/** Returns the numbers in the code of a file, without those in comments or names. */
function numbersOf(file: string): number[] {
  const code = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  return [...code.matchAll(/(?<![\w.])\d[\d_]*(?!\w)/g)].map(([text]) =>
    Number(text.replaceAll('_', '')),
  );
}

describe('the numbers of section 8', () => {
  it('are told from others', () => {
    expect(telling.size).toBeGreaterThan(4);
    expect(numbersOf(HOME)).toContain(157_680_000);
  });

  it('are written in one file alone', () => {
    // The page's front end is a separate program, which imports nothing of the package.
    const others = globSync(['src/**/*.ts', 'mock/**/*.ts'], { exclude: ['mock/page/app/**'] });
    const files = others.filter((file) => file !== HOME);
    expect(files.length).toBeGreaterThan(500);
    const repeated = files.flatMap((file) =>
      numbersOf(file).flatMap((number) => (telling.has(number) ? `${file}: ${number}` : [])),
    );
    expect(repeated).toEqual([]);
  });
});

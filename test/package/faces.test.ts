import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FACES } from '../../scripts/faces.ts';
import { manifest } from './manifest.ts';

// A removed name breaks users, and an added one is a promise: both show here in review.
const names = JSON.parse(readFileSync('test/package/faces.json', 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

/** Returns the chunks of a face's declarations, including the face itself. */
function declarationsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)\.js'/g)) {
    declarationsOf(path.join(path.dirname(file), `${to}.d.ts`), seen);
  }
  return seen;
}

describe('the faces', () => {
  it('are the ones that faces.json lists', () => {
    expect(FACES.map(({ name }) => name)).toEqual(Object.keys(names));
  });

  it.each(FACES)('$name exports what is listed', async ({ name, output }) => {
    const face = (await import(pathToFileURL(`dist/${output}.js`).href)) as object;
    expect(Object.keys(face).sort()).toEqual(names[name]);
    const unnamed = Object.entries(face).filter(
      ([exported, value]: [string, unknown]) =>
        typeof value === 'function' && value.name !== exported,
    );
    expect(unnamed.map(([exported]) => exported)).toEqual([]);
  });

  it.each(Object.entries(manifest.exports))('%s has its files', (_key, target) => {
    const files = JSON.stringify(target).match(/\.\/[^"]+/g) ?? [];
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each(Object.entries(manifest.bin))('the command %s has its file', (_name, file) => {
    expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it.each(FACES)('$name declares its types without a library', ({ name, output }) => {
    const text = [...declarationsOf(`dist/${output}.d.ts`)]
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    // An example in a docstring may import anything.
    const code = text.replace(/\/\*\*[\s\S]*?\*\//g, '');
    const modules = [...code.matchAll(/(?:from|import\() ?'([^.'][^']*)'/g)].map(([, to]) => to);
    const allowed = name === 'consent-evidence/mock/msw' ? ['msw', 'msw/node'] : [];
    expect([...new Set(modules)].sort()).toEqual(allowed);
    expect(text).not.toMatch(/\/\/\/ *<reference|\bNodeJS\.|\bBuffer\b/);
  });
});

describe('the examples', () => {
  it('are compiled with the sources of all faces', () => {
    const { compilerOptions } = JSON.parse(readFileSync('examples/tsconfig.json', 'utf8')) as {
      compilerOptions: { paths: unknown };
    };
    expect(compilerOptions.paths).toEqual(
      Object.fromEntries(FACES.map(({ name, source }) => [name, [`../${source}`]])),
    );
  });
});

describe('the manifest', () => {
  it('has no dependencies', () => {
    expect(manifest.dependencies ?? {}).toEqual({});
  });
});

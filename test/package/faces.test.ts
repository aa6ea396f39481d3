import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { faces, manifest } from './manifest.ts';

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
    expect(faces.map(({ name }) => name)).toEqual(Object.keys(names));
  });

  it.each(faces)('$name exports what is listed', async ({ name, code }) => {
    const face = (await import(pathToFileURL(code).href)) as object;
    expect(Object.keys(face).sort()).toEqual(names[name]);
    const unnamed = Object.entries(face).filter(
      ([exported, value]: [string, unknown]) =>
        typeof value === 'function' && value.name !== exported,
    );
    expect(unnamed.map(([exported]) => exported)).toEqual([]);
  });

  it.each(faces)('$name has its files', ({ code, types }) => {
    expect([code, types].filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each(Object.entries(manifest.bin))('the command %s has its file', (_name, file) => {
    expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it.each(faces)('$name declares its types without a library', ({ name, types }) => {
    const text = [...declarationsOf(types)].map((file) => readFileSync(file, 'utf8')).join('\n');
    // An example in a docstring may import anything.
    const code = text.replace(/\/\*\*[\s\S]*?\*\//g, '');
    const modules = [...code.matchAll(/(?:from|import\() ?'([^.'][^']*)'/g)].map(([, to]) => to);
    const allowed = name === 'consent-evidence/mock/msw' ? ['msw', 'msw/node'] : [];
    expect([...new Set(modules)].sort()).toEqual(allowed);
    expect(text).not.toMatch(/\/\/\/ *<reference|\bNodeJS\.|\bBuffer\b/);
  });
});

describe('the manifest', () => {
  it('has no dependencies', () => {
    expect(manifest.dependencies ?? {}).toEqual({});
  });
});

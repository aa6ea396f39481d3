import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundlePage } from '../../scripts/bundle-page.ts';
import { inlinedPackages, type Metafile } from '../../scripts/inlined-packages.ts';

const inlined = inlinedPackages(
  JSON.parse(readFileSync('dist/metafile-esm.json', 'utf8')) as Metafile,
  (await bundlePage()).metafile,
);
const shipped = readFileSync('THIRD-PARTY-LICENSES.txt', 'utf8');

describe('the licences of what is inlined', () => {
  it('cover the libraries that the build names', () => {
    const names = inlined.map(({ name }) => name);
    expect(names).toEqual([
      '@preact/signals',
      '@preact/signals-core',
      'ansi-regex',
      'commander',
      'csv-parse',
      'get-east-asian-width',
      'hyparquet',
      'hyparquet-writer',
      'ky',
      'preact',
      'sorted-btree',
      'string-width',
      'strip-ansi',
      'zod',
    ]);
  });

  it.each(inlined)(
    '$name $version: its licence is shipped whole',
    ({ name, version, license, text }) => {
      expect(shipped).toContain(`${name} ${version} (${license})`);
      expect(shipped).toContain(text.trim());
      expect(text).toMatch(/permission is hereby granted/i);
    },
  );

  it('refuse a library without a licence file', () => {
    const inputs = { 'node_modules/node_modules-without/index.js': { bytesInOutput: 1 } };
    expect(() => inlinedPackages({ outputs: { 'dist/index.js': { inputs } } })).toThrow();
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FACES } from '../../scripts/faces.ts';
import { budgetOf } from '../../scripts/size/budgets.ts';
import { bundle } from '../../scripts/size/bundle.ts';
import { bytesOfProgram, PROGRAM_NAMES } from '../../scripts/size/programs.ts';
import { ledgerSuite, memoryLedger } from '../../src/intake/index.ts';
import { loadedBy, outputOf } from './output-graph.ts';

const KB = 1024;

/** Returns the source files that a face loads and that match the pattern. */
function found(file: string, pattern: RegExp): string[] {
  return loadedBy(file).sources.filter((source) => pattern.test(source));
}

/** The modules that a face imports; the other faces import none. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  'mock/msw': ['msw', 'msw/node'],
  'mock/msw-browser': ['msw'],
};

describe('what a face loads', () => {
  // Node's server is only loaded when the fake is served, and the dispatcher brings its own undici.
  it.each([...FACES.map(({ output }) => output), 'mock/msw-browser'])(
    'dist/%s.js: the modules that are listed and no other',
    (output) => {
      expect(loadedBy(`dist/${output}.js`).modules).toEqual(MODULES[output] ?? []);
    },
  );

  it('the command line: modules of Node alone, so no msw', () => {
    const { modules } = loadedBy('dist/cli.js');
    expect(modules).toContain('node:fs');
    expect(modules.filter((name) => !name.startsWith('node:'))).toEqual([]);
  });

  it('the command line: nothing before the compile cache is on, which would not be kept', () => {
    const { files, modules } = loadedBy('dist/cli.js', { atOnce: true });
    expect({ files, modules }).toEqual({ files: ['dist/cli.js'], modules: ['node:module'] });
  });

  it('the command line: its flags and no more, before it knows which command it is', () => {
    const { sources, modules } = loadedBy(outputOf('cli/start.ts'), { atOnce: true });
    // Errors are in one file with the webhooks.
    const own =
      /^(?:cli\/|src\/(?:errors|options|platform|texts|webhooks)\/|src\/contract\/(?:limits|error-codes|listed-names|path)\.ts|node_modules\/commander\/)/;
    expect(sources.filter((source) => !own.test(source))).toEqual([]);
    expect(sources).toContain('cli/program.ts');
    expect(sources.filter((source) => /\/(?:run-|talk)/.test(source))).toEqual(['cli/run-cli.ts']);
    expect(modules).not.toContain('node:http');
  });

  it('the client: nothing of the fake', () => {
    expect(found('dist/index.js', /^mock\//)).toEqual([]);
    expect(found('dist/index.js', /^src\/client\/client\.ts$/)).toHaveLength(1);
  });

  it('the webhooks: neither ky, nor zod, nor the client', () => {
    const { sources } = loadedBy('dist/webhooks.js');
    expect(sources).toContain('src/webhooks/signature/verify.ts');
    expect(found('dist/webhooks.js', /node_modules|^mock\//)).toEqual([]);
    const rooms =
      /^src\/(?:webhooks\/|errors\/|options\/|platform\/(?:builtin-module|environment|ignoring-errors|on-abort|slots)\.ts$|texts\/json-text\.ts$|contract\/(?:limits|error-codes|listed-names|path)\.ts$)/;
    expect(sources.filter((source) => !rooms.test(source))).toEqual([]);
  });

  it('the webhooks: two files, because each further file costs a start more than all their lines', () => {
    expect(loadedBy('dist/webhooks.js').files).toHaveLength(2);
  });

  it('the client: three files, of which the webhooks bring one', () => {
    expect(loadedBy('dist/index.js', { atOnce: true }).files).toHaveLength(3);
  });

  it.each(['dist/index.js', 'dist/mock.js'])(
    '%s: of the webhooks what verifies and signs, and no receiver',
    (file) => {
      expect(found(file, /^src\/webhooks\/signature\/sign\.ts$/)).toHaveLength(1);
      const receiver = /^src\/webhooks\/(?:handler\/(?!is-cdr-completed)|inbox\/|store\/memory)/;
      expect(found('dist/webhooks.js', receiver).length).toBeGreaterThan(5);
      expect(found(file, receiver)).toEqual([]);
    },
  );

  it('the fake: three files', () => {
    expect(loadedBy('dist/mock.js', { atOnce: true }).files).toHaveLength(3);
  });

  it.each(['dist/mock/msw.js', 'dist/mock/node.js', 'dist/mock/simulate.js', 'dist/cli.js'])(
    '%s: four files at most',
    (file) => {
      expect(loadedBy(file, { atOnce: true }).files.length).toBeLessThanOrEqual(4);
    },
  );

  it.each(['', '/sqlite', '/postgres'])(
    'the intake%s: neither ky, nor zod, nor the client, nor the fake',
    (face) => {
      const foreign = /node_modules|^mock\/|^src\/(?:client\.ts|transport\/)/;
      expect(found(`dist/intake${face}.js`, foreign)).toEqual([]);
    },
  );

  it('the archive: neither ky, nor zod, nor the client, nor the fake', () => {
    const foreign = /node_modules\/(?!hyparquet)|^mock\/|^src\/(?:client\.ts|transport\/)/;
    expect(found('dist/archive.js', foreign)).toEqual([]);
  });

  it('the archive: what writes Parquet only once it is asked for', () => {
    const writer = /node_modules\/hyparquet-writer\//;
    expect(found('dist/archive.js', writer).length).toBeGreaterThan(5);
    const { sources } = loadedBy('dist/archive.js', { atOnce: true });
    expect(sources.filter((source) => source.includes('hyparquet'))).toEqual([]);
  });

  it('the hooks for OpenTelemetry: neither ky, nor zod, nor the client, nor a package of theirs', () => {
    expect(found('dist/otel.js', /node_modules|^mock\/|^src\/(?:client|resources)/)).toEqual([]);
  });

  it('the calibration: nothing of the fake', () => {
    expect(found('dist/calibrate.js', /^mock\//)).toEqual([]);
    expect(found('dist/index.js', /^src\/calibrate\//)).toEqual([]);
  });

  it.each(['dist/mock.js', 'dist/mock/node.js', 'dist/mock/msw.js'])(
    '%s: of zod neither its methods nor its JSON Schemas, before the control API is asked',
    (file) => {
      const { sources } = loadedBy(file, { atOnce: true });
      const zod = sources.filter((source) => source.includes('/zod/'));
      expect(zod.length).toBeGreaterThan(0);
      expect(zod.filter((source) => /\/classic\/|json-schema/.test(source))).toEqual([]);
    },
  );

  it('the fake: neither ky nor the client', () => {
    expect(
      found('dist/mock.js', /node_modules\/ky\/|^src\/(?:client\.ts|transport|resources)/),
    ).toEqual([]);
  });
});

describe('what a face does when it is loaded', () => {
  it.each(['dist/index.js', 'dist/mock.js', 'dist/mock/simulate.js'])(
    '%s: no schema of a name of its own, nor a pattern with sets of Unicode',
    (file) => {
      const { sources } = loadedBy(file, { atOnce: true });
      const own = sources
        .map((name) => name.replace(/\?\w+$/, ''))
        .filter((name) => /^(?:src|mock)\//.test(name));
      expect(own.length).toBeGreaterThan(100);
      const atOnce = /^(?:export )?const \w+(?:: \w+)? =\s+(?:z\s*\.|\/.*\\p\{)/m;
      expect('const name = z\n  .string()').toMatch(atOnce);
      expect(own.filter((name) => atOnce.test(readFileSync(name, 'utf8')))).toEqual([]);
    },
  );
});

describe('a bundle, minified and gzipped', () => {
  it.each(PROGRAM_NAMES)('of %s stays in its budget', async (name) => {
    const bytes = await bytesOfProgram(name);
    expect(bytes).toBeGreaterThan(KB);
    expect(bytes).toBeLessThanOrEqual(budgetOf(name));
  });

  it('of an intake has nothing of `ledgerSuite`, which is for tests', async () => {
    const written = (name: string) => name.replaceAll('’', '\\u2019'); // as esbuild does
    const names = ledgerSuite(() => memoryLedger()).map(({ name }) => written(name));
    const suite = await bundle("export { ledgerSuite } from './dist/intake.js'");
    const intake = await bundle("export { createLeadIntake } from './dist/intake.js'");
    expect(names.filter((name) => !suite.text.includes(name))).toEqual([]);
    expect(names.filter((name) => intake.text.includes(name))).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { budgetOf } from '../../scripts/size/budgets.ts';
import { type Packed, type Project, pack } from './installed.ts';
import { manifest } from './manifest.ts';

let packed: Packed;
let alone: Project;
/** A project for each tested msw of the peer range, by its folder in `node_modules`. */
const beside: Record<string, Project> = {};
const MSW = ['msw-2', 'msw'];

beforeAll(async () => {
  packed = await pack();
  alone = await packed.project();
  for (const msw of MSW) {
    beside[msw] = await packed.project({ msw, '@types/node': '@types/node' });
  }
}, 120_000);

afterAll(() => packed.remove());

const story = {
  name: 'ApiError',
  code: 'CDR_ACCEPTANCE_FAILED',
  isError: true,
  isOurs: true,
  failures: ['CHECKBOX_NOT_AFFIRMED'],
  claimed: true,
  charges: 1,
  webhookId: 'wh_1',
};

describe('the tarball', () => {
  it('holds what users need and nothing else', () => {
    const wanted =
      /^(?:dist\/.+\.(?:c?js|d\.c?ts)|dist\/(?:cli-output\.schema|[a-z.]+|openapi-3\.0)\.json|dist\/consent-evidence\.1|dist\/docs\/.+\.md|dist\/docs\/llms(?:-full)?\.txt|skills\/consent-evidence\/SKILL\.md|package\.json|README\.md|LICENSE|THIRD-PARTY-LICENSES\.txt)$/;
    expect(packed.files.filter((file) => !wanted.test(file))).toEqual([]);
    const skill = 'skills/consent-evidence/SKILL.md';
    const always = ['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.txt', 'package.json', skill];
    expect(packed.files).toEqual(expect.arrayContaining(always));
  });

  it('stays in its budget', () => {
    // The guides take about 225 KB packed and 730 KB unpacked: once as pages and once in one file for
    // assistants. No program loads them.
    expect(packed.bytes).toBeLessThanOrEqual(budgetOf('the tarball'));
    expect(packed.unpackedBytes).toBeLessThanOrEqual(budgetOf('the tarball, unpacked'));
  });
});

describe('installed by a user', { timeout: 60_000 }, () => {
  it('runs in an ES module, from a buyer’s refusal to a verified webhook', async () => {
    expect(await alone.run('esm.mjs')).toEqual(story);
  });

  it('runs in a CommonJS module', async () => {
    expect(await alone.run('commonjs.cjs')).toEqual({
      found: true,
      missing: true,
      wrong: true,
      unsigned: 'missing_signature',
    });
  });

  it('runs as a command', () => {
    const command = path.join(alone.folder, 'node_modules', '.bin', 'consent-evidence');
    const printed = execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8' });
    expect(printed.trim()).toBe(manifest.version);
  });

  it('needs no msw, and says what is missing where it does', async () => {
    expect(await alone.run('without-msw.mjs')).toEqual({
      code: 'ERR_MODULE_NOT_FOUND',
      namesMsw: true,
    });
  });

  it.each(MSW)('works with %s, and lets no other request through', async (msw) => {
    const { version } = (await import(`${msw}/package.json`)) as { version: string };
    const said = { version, found: true, mine: 'mine', stray: ['refused', 'refused'] };
    expect(await beside[msw]?.run('with-msw.mjs')).toEqual(said);
    expect(await beside[msw]?.run('with-msw.cjs')).toEqual(said);
  });

  it('knows the errors of a second copy', async () => {
    const second = path.join(alone.folder, 'node_modules', 'second-copy');
    await cp(path.join(alone.folder, 'node_modules', manifest.name), second, { recursive: true });
    expect(await alone.run('two-copies.mjs')).toEqual({
      distinct: true,
      invalid: true,
      inWebhooks: true,
      guard: true,
      aborted: true,
      crossed: false,
    });
  });

  it('keeps its guards and names in a minified bundle', async () => {
    await build({
      entryPoints: [path.join(alone.folder, 'esm.mjs')],
      outfile: path.join(alone.folder, 'bundled.mjs'),
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    });
    expect(await alone.run('bundled.mjs')).toEqual(story);
  });
});

describe('compiled by a user, with the declarations checked', { timeout: 120_000 }, () => {
  it('as NodeNext resolves, without the DOM or @types/node, and a misspelt option does not', async () => {
    const said = await alone.compile(['main.ts', 'main.cts', 'wrong.ts'], { module: 'NodeNext' });
    const [only, ...others] = said.trimEnd().split(/\n(?! )/);
    expect(only).toMatch(/^wrong\.ts\(3,\d+\): error TS\d+: .*'pagesize' does not exist/);
    expect(others).toEqual([]);
  });

  it('with the types of the matcher, though no test runner is installed', async () => {
    expect(await alone.compile(['matchers.ts'], { module: 'NodeNext' })).toBe('');
  });

  it('as a bundler resolves, without the DOM or @types/node', async () => {
    const options = { module: 'ESNext', moduleResolution: 'Bundler' };
    expect(await alone.compile(['main.ts'], options)).toBe('');
  });

  it('as Node20 resolves, and as Node16 does from an ES module alone', async () => {
    const files = ['main.ts', 'main.cts'];
    expect(await alone.compile(files, { module: 'Node20' })).toBe('');
    const said = await alone.compile(files, { module: 'Node16' });
    const lines = said.trimEnd().split(/\n(?! )/);
    expect(lines.filter((line) => !/^main\.cts\(.*error TS1479:/.test(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
  });

  it('beside the DOM library and @types/node', async () => {
    const libraries = { lib: ['ES2023', 'DOM'], types: ['node'], skipLibCheck: true };
    const options = { module: 'NodeNext', ...libraries };
    expect(await beside['msw']?.compile(['main.ts'], options)).toBe('');
  });

  /** Returns the paths of a file in each project that has an msw, relative to one of them. */
  const inEach = (from: Project | undefined, file: string): string[] =>
    MSW.map((msw) => path.relative(from?.folder ?? '', path.join(beside[msw]?.folder ?? '', file)));

  it(`with the doors of ${MSW.join(', ')}, whose own declarations go unchecked`, async () => {
    const project = beside['msw'];
    const files = [...inEach(project, 'msw.ts'), ...inEach(project, 'msw.cts')];
    const options = { module: 'NodeNext', types: ['node'], skipLibCheck: true };
    expect(await project?.compile(files, options)).toBe('');
    const browser = {
      module: 'ESNext',
      moduleResolution: 'Bundler',
      customConditions: ['browser'],
      lib: ['ES2023', 'DOM'],
      skipLibCheck: true,
    };
    expect(await project?.compile(inEach(project, 'msw-browser.ts'), browser)).toBe('');
  });
});

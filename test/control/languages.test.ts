import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CliProcess } from '../cli/cli-process.ts';

const GUIDE = readFileSync('docs/guides/other-languages.md', 'utf8');

/** Where Debian's packages put the files of JUnit. */
const JARS = [
  ...['junit-jupiter-api', 'junit-jupiter-engine', 'junit-platform-console'],
  ...['junit-platform-launcher', 'junit-platform-engine', 'junit-platform-commons'],
  ...['junit-platform-reporting', 'opentest4j', 'opentest4j-reporting-events'],
  ...['opentest4j-reporting-schema', 'apiguardian-api', 'picocli'],
].map((name) => `/usr/share/java/${name}.jar`);

const runs = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** A Python with these modules; the first one in the path may be without. */
const pythonWith = (...modules: string[]): string | undefined =>
  ['python3', '/usr/bin/python3'].find((each) => runs(each, '-c', `import ${modules.join()}`));

/** Runs the command in the folder of a language, beside a fake, and returns all that it prints. */
async function beside(folder: string, command: readonly string[], place = ''): Promise<string> {
  const env = {
    ...{ PYTHONDONTWRITEBYTECODE: '1', GOFLAGS: '-count=1 -vet=off', GOCACHE: `${place}/cache` },
    // Go compiles its own library here: without the parts in C, and without looking for more mistakes.
    CGO_ENABLED: '0',
  };
  const cwd = path.resolve('examples/languages', folder);
  const cli = new CliProcess(['mock', 'exec', '--', ...command], env, { cwd });
  const { code, stdout, stderr } = await cli.finished();
  expect({ code, said: stdout + stderr }).toEqual({ code: 0, said: expect.any(String) });
  return stdout;
}

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-languages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const LONG = 180_000;

/** A compiler of another language works for half a minute: `.ci/more` has the time. */
const compiles = process.env['LANGUAGES'] === 'all';

describe('fixtures for other languages, each beside a fake', () => {
  const pytest = pythonWith('pytest');
  it.skipIf(pytest === undefined)(
    'pytest, in one process (needs pytest)',
    async () => {
      const command = [pytest ?? '', '-m', 'pytest', '-p', 'no:cacheprovider'];
      expect(await beside('pytest', command)).toContain('7 passed');
    },
    LONG,
  );

  const xdist = pythonWith('pytest', 'xdist');
  it.skipIf(xdist === undefined)(
    'pytest -n 2, both workers at once (needs pytest-xdist)',
    async () => {
      const command = [xdist ?? '', '-m', 'pytest', '-p', 'no:cacheprovider', '-n', '2', '-v'];
      const said = await beside('pytest', command);
      expect(said).toContain('7 passed');
      for (const worker of ['gw0', 'gw1'])
        expect(said).toMatch(new RegExp(`\\[${worker}\\].*PASSED`));
    },
    LONG,
  );

  it.skipIf(!runs('phpunit', '--version'))(
    'PHPUnit (needs phpunit)',
    async () => {
      const said = await beside('phpunit', ['phpunit', '--do-not-cache-result', 'LeadTest.php']);
      expect(said).toContain('OK (4 tests');
    },
    LONG,
  );

  it.skipIf(!compiles || !runs('go', 'version'))(
    'Go, its tests in parallel (needs go, and LANGUAGES=all)',
    async () => {
      const said = await beside(
        'go',
        ['go', 'test', '-v', '-parallel', '4', './...'],
        emptyFolder(),
      );
      expect(said.match(/^--- PASS/gm)).toHaveLength(3);
    },
    LONG,
  );

  const hasJava = compiles && runs('javac', '-version') && JARS.every((jar) => existsSync(jar));
  it.skipIf(!hasJava)(
    'JUnit (needs javac and Debian’s junit5, and LANGUAGES=all)',
    async () => {
      const classes = emptyFolder();
      const files = globSync('examples/languages/junit/*.java');
      expect(runs('javac', '-d', classes, '-cp', JARS.join(':'), ...files)).toBe(true);
      const console = 'org.junit.platform.console.ConsoleLauncher';
      const run = [
        'java',
        '-cp',
        [classes, ...JARS].join(':'),
        console,
        '--scan-classpath',
        classes,
      ];
      expect(await beside('junit', run)).toContain('3 tests successful');
    },
    LONG,
  );

  it.skipIf(!runs('rspec', '--version'))(
    'RSpec (needs rspec)',
    async () => {
      expect(await beside('rspec', ['rspec', 'leads_spec.rb'])).toContain('3 examples, 0 failures');
    },
    LONG,
  );

  it('are quoted by the guide as they are', () => {
    const sources = globSync('examples/languages/**/*.*').map((file) => readFileSync(file, 'utf8'));
    const quoted = [...GUIDE.matchAll(/```python\n([^]*?)```/g)].map(([, code = '']) => code);
    expect(quoted).toHaveLength(2);
    for (const code of quoted)
      expect(sources.filter((text) => text.includes(code))).toHaveLength(1);
  });

  it('are all in the guide, fixture and tests', () => {
    const files = globSync('examples/languages/*/*.{py,php,go,java,rb}');
    expect(files.length).toBe(10);
    for (const file of files) expect(GUIDE).toContain(`../../${file}`);
  });
});

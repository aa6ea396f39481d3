import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const workflows = readdirSync(new URL('.github/workflows/', root)).map(
  (name) => `.github/workflows/${name}`,
);

/** Returns the first group of each match outside comments, in shell lines and action inputs. */
function calls(text: string, pattern: RegExp): string[] {
  const code = text.replace(/^\s*#.*$/gm, '');
  return [...code.matchAll(pattern)].map(([, name]) => name as string);
}

const jobs = workflows.flatMap((file) =>
  read(file)
    .split(/^ {2}(?=[\w-]+:\n {4})/m)
    .slice(1),
);

describe('what runs without anyone looking on', () => {
  it.each([...workflows, '.ci/run', '.ci/more'])('%s calls only what there is', (file) => {
    const text = read(file);
    const named = calls(text, /\bnpm (?:run(?: --silent)? )([\w:-]+)/g);
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
    for (const bin of calls(text, /\bnpx ([\w-]+)/g)) {
      expect(existsSync(new URL(`node_modules/.bin/${bin}`, root)), bin).toBe(true);
    }
    const paths = calls(
      text,
      /\b(?:bash|sh|node) ((?:\.ci|bench|examples|scripts|test)\/[\w./-]+)/g,
    );
    for (const path of paths) expect(existsSync(new URL(path, root)), path).toBe(true);
    expect(named.length + paths.length).toBeGreaterThan(0);
  });

  it.each(workflows)(
    '%s names every action by its commit, and says which version that is',
    (file) => {
      const lines = read(file).match(/\buses: .*/g) ?? [];
      expect(lines).not.toEqual([]);
      for (const line of lines) {
        expect(line).toMatch(/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      }
    },
  );

  it('names one commit for each action and version', () => {
    const lines = workflows.flatMap((file) => read(file).match(/\buses: .*/g) ?? []);
    const actions = lines.map((line) => line.replace(/@.*/, ''));
    expect(new Set(lines).size).toBe(new Set(actions).size);
  });

  it.each(workflows)('%s may only read unless a job says otherwise', (file) => {
    const [, whole] = /^permissions:(.*\n(?: +.*\n)*)/m.exec(read(file)) ?? [];
    expect(whole).toBeDefined();
    expect(whole).not.toContain('write');
  });

  it('gives the right to publish to one job, which has no other right and only publishes', () => {
    const publishing = jobs.filter((job) => job.includes('id-token: write'));
    expect(publishing).toHaveLength(1);
    const [publish = ''] = publishing;
    expect(publish).toContain('npm publish ./tarball/*.tgz');
    expect(publish).toContain('--ignore-scripts');
    expect(publish).toMatch(/permissions:\n {6}id-token: write\n {4}\w/);
    expect(publish).not.toContain('actions/checkout');
    expect(jobs.filter((job) => job.includes('npm publish'))).toEqual(publishing);
    const releasing = jobs.filter((job) => job.includes('npm run release\n'));
    expect(releasing).toHaveLength(1);
  });

  it('runs no one else’s code where something may be written', () => {
    const mighty = jobs.filter((job) => /^ {6}[\w-]+: write$/m.test(job));
    expect(mighty).toHaveLength(2);
    for (const job of mighty) {
      expect(job).not.toMatch(
        /\bnpm (?:ci|install|run|test|exec)\b|\bnpx\b|\bnode \S|bash |cache:/,
      );
    }
    for (const job of jobs.filter((each) => /\bnpm ci\b|\.ci\/run/.test(each))) {
      expect(job).not.toMatch(/secrets\.|github\.token|GH_TOKEN|GITHUB_TOKEN/);
    }
  });

  it('leaves no credentials behind a checkout, and no cache in a release', () => {
    const checkouts = jobs.join('').match(/actions\/checkout@.*\n.*\n.*\n/g) ?? [];
    expect(checkouts.length).toBeGreaterThan(3);
    for (const checkout of checkouts) expect(checkout).toContain('persist-credentials: false');
    expect(read('.github/workflows/release.yml')).not.toMatch(/^ +cache:/m);
  });

  it('tries every line of Node that the repository is worked on with', () => {
    expect(read('.github/workflows/ci.yml')).toContain('node: [20, 22, 24, 26]');
  });
});

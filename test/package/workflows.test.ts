import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const workflows = readdirSync(new URL('.github/workflows/', root)).map(
  (name) => `.github/workflows/${name}`,
);

/** What a text calls by a pattern's first group, in a shell's line or as an action's input. */
function calls(text: string, pattern: RegExp): string[] {
  const code = text.replace(/^\s*#.*$/gm, '');
  return [...code.matchAll(pattern)].map(([, name]) => name as string);
}

describe('what runs without anybody looking on', () => {
  it.each([...workflows, '.ci/run'])('%s calls only what there is', (file) => {
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

  it.each(workflows)('%s names the major version of every action', (file) => {
    const actions = calls(read(file), /\buses: (\S+)/g);
    expect(actions).not.toEqual([]);
    for (const action of actions) expect(action).toMatch(/^[\w.-]+\/[\w.-]+@v\d+$/);
  });

  it.each(workflows)('%s may only read unless a job says otherwise', (file) => {
    const [, whole] = /^permissions:(.*\n(?: +.*\n)*)/m.exec(read(file)) ?? [];
    expect(whole).toBeDefined();
    expect(whole).not.toContain('write');
  });

  it('gives the right to publish to one job, which has no other and no cache', () => {
    const jobs = workflows.flatMap((file) =>
      read(file)
        .split(/^ {2}(?=[\w-]+:\n {4})/m)
        .slice(1),
    );
    const publishing = jobs.filter((job) => job.includes('npm run release\n'));
    expect(publishing).toHaveLength(1);
    expect(jobs.filter((job) => job.includes('id-token: write'))).toEqual(publishing);
    expect(publishing[0]).not.toContain('contents: write');
    expect(publishing[0]).not.toMatch(/^ +cache:/m);
  });

  it('tries every line of Node that the repository is worked on with', () => {
    expect(read('.github/workflows/ci.yml')).toContain('node: [20, 22, 24, 26]');
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { EXAMPLES, main } from '../../examples/run.ts';

/** Without the variables of vitest, of an account and of servers, but with the compile cache. */
const bare = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(?:VITEST|NODE_(?!COMPILE_CACHE)|TEST|CONSENT_EVIDENCE_|PG|REDIS_|RESTATE_)/.test(name),
  ),
);

/** Every file but the declarations, the settings of the compiler and the runner itself. */
const names = globSync('examples/**/*.*')
  .filter((file) => !/tsconfig|\.d\.[cm]?ts$|^examples\/run\.ts$/.test(file))
  .map((file) => file.slice('examples/'.length).replace(/\.c?[jt]s$/, ''))
  .sort();

/** Runs an example to its end; one that serves is asked to end when it says that it serves. */
async function runExample(name: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['examples/run.ts', name], { env: { ...bare, ...env } });
  let [out, err] = ['', ''];
  child.stderr.on('data', (chunk) => (err += chunk));
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (out.includes('Ctrl-C stops it.')) child.kill('SIGTERM');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** Runs the command in this process, where no program is started: only what it needs is said. */
async function needsOf(name: string) {
  for (const each of Object.keys(process.env)) if (!(each in bare)) vi.stubEnv(each, undefined);
  const [out, err] = (['log', 'error'] as const).map((way) => {
    const lines: string[] = [];
    vi.spyOn(console, way).mockImplementation((text) => void lines.push(`${String(text)}\n`));
    return lines;
  });
  const code = await main(name);
  return { code, out: out?.join(''), err: err?.join('') ?? '' };
}

describe('npm run example', { timeout: 120_000 }, () => {
  it.each(names)('%s runs to the end, or says in one line what it needs', async (name) => {
    const [organization, , server] = EXAMPLES[name] ?? [];
    const isStarted = organization !== undefined && server === undefined;
    const { code, out, err } = await (isStarted ? runExample(name) : needsOf(name));
    if (code === 0) {
      expect([out, err]).toEqual([expect.stringMatching(/\S/), '']);
      return;
    }
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^\S+ needs (?:a|an|your) .+\n$/);
    expect(err.startsWith(`${name} needs `)).toBe(true);
  });

  it.each([
    ['lead-intake-postgres', 'a Postgres server: set PGHOST and PGDATABASE'],
    ['queues/pg-boss', 'a Postgres server: set PGHOST and PGDATABASE'],
    ['queues/graphile-worker', 'a Postgres server: set PGHOST and PGDATABASE'],
    ['queues/dbos', 'a Postgres server: set PGHOST and PGDATABASE'],
    ['queues/restate', 'a Restate server: set RESTATE_INGRESS_URL and RESTATE_ADMIN_URL'],
    ['queues/bullmq', 'a Redis server: set REDIS_URL'],
  ])('%s names the variables of its server', async (name, needs) => {
    expect(await needsOf(name)).toMatchObject({ code: 1, err: `${name} needs ${needs}\n` });
  });

  it('names the variables of a server that does not answer', async () => {
    const server = { PGHOST: '127.0.0.1', PGPORT: '1', PGDATABASE: 'leads' };
    const { code, err } = await runExample('lead-intake-postgres', { ...server, PGUSER: 'me' });
    expect(code).toBe(1);
    expect(err).toMatch(
      /^lead-intake-postgres needs a Postgres server, and PGHOST and PGDATABASE may be wrong: .*ECONNREFUSED.*\n$/,
    );
  });
});

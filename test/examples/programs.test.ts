import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const execute = promisify(execFile);
/** The environment without the variables of vitest and of an account, but with the compile cache. */
const bare = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|NODE_(?!COMPILE_CACHE)|TEST|CONSENT_EVIDENCE_)/.test(name),
  ),
);

/** Returns what a program prints and its exit code; a failure does not throw. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const options = { env: bare, timeout: 60_000 };
  try {
    const { stdout, stderr } = await execute(process.execPath, args, options);
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: number; stdout: string; stderr: string };
    return { code: code ?? -1, out: stdout, err: stderr };
  }
}

describe('npm run example', { timeout: 60_000 }, () => {
  it.each([
    ['receive-with-criteria', "decision: 'accept'"],
    ['commonjs', "mechanisms: [ 'checkbox' ]"],
  ])('%s runs against a fake of its own', async (name, printed) => {
    const { code, out, err } = await run('examples/run.ts', name);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(printed);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('lead-intake serves until %s', async (signal) => {
    const child = spawn(process.execPath, ['examples/run.ts', 'lead-intake'], { env: bare });
    const ended = once(child, 'close');
    let [out, err] = ['', ''];
    child.stderr.on('data', (chunk) => (err += chunk));
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        out += chunk;
        if (out.includes('Ctrl-C stops it.')) resolve();
      });
      void ended.then(() => reject(new Error(`it ended: ${out} ${err}`)));
    });
    const [url = ''] = /http:[^']+\/leads/.exec(out) ?? [];
    expect((await fetch(`${url}/sunroof?id=L-1`)).status).toBe(404);
    child.kill(signal);
    expect([await ended, err]).toEqual([[0, null], '']);
  });

  it('lists the examples where the name is unknown', async () => {
    const { code, err } = await run('examples/run.ts', 'toString');
    expect(code).toBe(2);
    expect(err).toContain('archive-evidence');
  });
});

describe('tests of one’s own with the fake', { timeout: 60_000 }, () => {
  it('pass under vitest, one after another and in parallel', async () => {
    const vitest = path.resolve('node_modules/vitest/vitest.mjs');
    const files = ['--root', 'examples/testing', '--cache=false', 'with-vitest', 'in-parallel'];
    const { code, out, err } = await run(vitest, 'run', ...files, '--reporter=tap-flat');
    expect([code, err]).toEqual([0, '']);
    for (const file of ['with-vitest', 'in-parallel']) {
      expect(out.match(new RegExp(`^ok \\d+ - ${file}`, 'gm'))).toHaveLength(4);
    }
    expect(out).toContain('1..8');
  });

  it.each([
    ['with-node-test', 3],
    ['simulation', 1],
  ])('pass under node:test: %s', async (name, count) => {
    const file = `examples/testing/${name}.test.ts`;
    const { code, out } = await run('--test', '--test-reporter=tap', file);
    expect(code).toBe(0);
    expect(out).toContain(`# pass ${count}\n# fail 0`);
  });
});

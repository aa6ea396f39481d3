import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackage } from '../../scripts/pack-package.ts';
import { freePort } from '../webhooks/support/free-port.ts';

const DOCKERFILE = readFileSync('examples/container/Dockerfile', 'utf8');
const COMPOSE = readFileSync('examples/container/compose.yaml', 'utf8');
const GUIDE = readFileSync('docs/guides/local-service.md', 'utf8');
const TOKEN = 'a-token-of-a-test';

/** The steps of the Dockerfile, in order. */
const STEPS = DOCKERFILE.split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): [instruction: string, rest: string] => {
    const at = line.indexOf(' ');
    return [line.slice(0, at), line.slice(at + 1)];
  });

const stepsOf = (name: string): string[] =>
  STEPS.flatMap(([instruction, rest]) => (instruction === name ? [rest] : []));

const wordsOf = (name: string): string[] => {
  const [rest = ''] = stepsOf(name);
  return JSON.parse(rest.slice(rest.indexOf('['))) as string[];
};

/** Whether a process can be started without any network but its own loopback. */
const canIsolate = spawnSync('unshare', ['-rn', 'sh', '-c', 'ip link set lo up']).status === 0;

/** Runs the program of the image, as its user would, with this Node in place of the image's. */
function commandOf(words: readonly string[]): [string, string[]] {
  const [program = '', ...args] = words;
  expect(program).toBe('node');
  return [process.execPath, args];
}

let root: string;
let app: string;
let env: Record<string, string>;

// What an engine does, without one: each step in an empty folder that stands for the root of the image.
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'consent-evidence-container-'));
  const context = path.join(root, 'context');
  mkdirSync(context);
  await packPackage(context);
  app = root;
  env = { PATH: process.env['PATH'] ?? '', HOME: root };
  for (const [instruction, rest] of STEPS) {
    const [first = '', last = ''] = rest.split(' ');
    if (instruction === 'WORKDIR') mkdirSync((app = path.join(root, rest)), { recursive: true });
    if (instruction === 'ENV') env[rest.split('=')[0] ?? ''] = rest.split('=')[1] ?? '';
    if (instruction === 'COPY') {
      const found = globSync(first, { cwd: context });
      expect(found).toHaveLength(1);
      copyFileSync(path.join(context, found[0] ?? ''), path.join(app, last));
    }
    if (instruction === 'RUN') {
      await promisify(execFile)('sh', ['-ec', rest], { cwd: app, env });
    }
  }
  env['CONSENT_EVIDENCE_MOCK_PORT'] = String(await freePort());
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

async function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

describe('the container', { timeout: 60_000 }, () => {
  it('has only steps that this test runs or looks at', () => {
    const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'EXPOSE', 'USER', 'HEALTHCHECK'];
    const names = STEPS.map(([instruction]) => instruction);
    expect(names.filter((name) => ![...known, 'ENTRYPOINT', 'CMD'].includes(name))).toEqual([]);
    // No step fetches anything, and nothing runs as root once the image is made.
    expect(stepsOf('RUN').join()).not.toMatch(/\b(?:npm|npx|curl|wget|apt)\b/);
    expect(stepsOf('USER')).toEqual(['node']);
    expect(names.indexOf('USER')).toBeLessThan(names.indexOf('ENTRYPOINT'));
    expect(names.lastIndexOf('RUN')).toBeLessThan(names.indexOf('USER'));
    expect(stepsOf('EXPOSE')).toEqual(['4010']);
  });

  it('starts, is healthy, answers under the name of its service, and stops', async () => {
    const given = { ...env, CONSENT_EVIDENCE_MOCK_ALLOW_HOST: 'consent-evidence' };
    const run = { cwd: app, env: { ...given, CONSENT_EVIDENCE_MOCK_CONTROL_TOKEN: TOKEN } };
    const [program, args] = commandOf([...wordsOf('ENTRYPOINT'), ...wordsOf('CMD')]);
    const child = spawn(program, args, { ...run, stdio: 'ignore' });
    const check = () => spawnSync(...commandOf(wordsOf('HEALTHCHECK')), run).status;
    try {
      await expect.poll(check, { timeout: 30_000 }).toBe(0);
      const url = `http://127.0.0.1:${env['CONSENT_EVIDENCE_MOCK_PORT']}`;
      expect((await fetch(`${url}/v1/domains`)).status).toBe(401);
      const statusOf = async (headers: Record<string, string>) =>
        (await fetch(`${url}/_mock/api/organizations`, { headers })).status;
      expect(await statusOf({})).toBe(401);
      expect(await statusOf({ authorization: `Bearer ${TOKEN}` })).toBe(200);
    } finally {
      child.kill('SIGTERM');
      await ended(child);
    }
    expect(check()).toBe(1);
  });

  it.skipIf(!canIsolate)('needs no network to start (needs unshare)', async () => {
    const start = `ip link set lo up; exec "$@"`;
    const [program, args] = commandOf([...wordsOf('ENTRYPOINT'), ...wordsOf('CMD'), '--json']);
    const words = ['-rn', 'sh', '-c', start, 'sh', program, ...args];
    const run = { cwd: app, env: { ...env, CONSENT_EVIDENCE_MOCK_SEED: 'demo' } };
    const child = spawn('unshare', words, { ...run, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGKILL');
    await ended(child);
    expect(JSON.parse(String(line))).toMatchObject({ ok: true, command: 'mock' });
  });

  it('is in the guide as it is in the examples', () => {
    const blocks = [...GUIDE.matchAll(/^```(?:dockerfile|yaml)\n([\s\S]*?)^```$/gm)];
    expect(blocks.map(([, text]) => text)).toEqual([DOCKERFILE, COMPOSE]);
  });

  it('is started by compose with variables that the fake has, and waited for', () => {
    const variables = [...COMPOSE.matchAll(/CONSENT_EVIDENCE_MOCK_[A-Z_]+/g)].map(([name]) => name);
    const flags = variables.map((name) => `--${name.slice(22).toLowerCase().replaceAll('_', '-')}`);
    const help = spawnSync(process.execPath, ['dist/cli.js', 'mock', '--help'], {
      encoding: 'utf8',
    });
    expect(flags.length).toBeGreaterThan(2);
    expect(flags.filter((flag) => !help.stdout.includes(flag))).toEqual([]);
    expect(COMPOSE).toContain('condition: service_healthy');
  });
});

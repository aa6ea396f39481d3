import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCE = fileURLToPath(new URL('./starter.ts', import.meta.url));
const FACES = fileURLToPath(new URL('../../../src/webhooks/', import.meta.url));

export interface StartOptions {
  /** What is started: the guide's receiver, or only a store. */
  readonly kind: 'receiver' | 'store';
  readonly processes: number;
  /** Each process starts once per round, and all processes of a round share one new file. */
  readonly rounds: number;
}

/** Bundles the program into one file, from the sources instead of the last build. */
async function bundle(directory: string): Promise<string> {
  const outfile = join(directory, 'starter.mjs');
  const alias = {
    'consent-evidence/webhooks/sqlite': join(FACES, 'sqlite.ts'),
    'consent-evidence/webhooks': join(FACES, 'index.ts'),
  };
  const options = { format: 'esm', platform: 'node', bundle: true, logLevel: 'error' } as const;
  await build({ entryPoints: [SOURCE], outfile, alias, ...options });
  return outfile;
}

async function answerOf(child: ChildProcess, kind: string, path: string): Promise<string> {
  const answer = once(child, 'message');
  child.send({ kind, path });
  return String((await answer)[0]);
}

/** Starts all processes on one file at once, round by round, and returns what went wrong. */
export async function startTogether(options: StartOptions) {
  const { kind, processes, rounds } = options;
  const directory = mkdtempSync(join(tmpdir(), 'webhook-starts-'));
  const program = await bundle(directory);
  const children = Array.from({ length: processes }, () =>
    fork(program, { execArgv: ['--no-warnings'] }),
  );
  const failures: string[] = [];
  let starts = 0;
  try {
    await Promise.all(children.map((child) => once(child, 'message')));
    for (let round = 0; round < rounds; round += 1) {
      const path = join(directory, `${round}.db`);
      const answers = await Promise.all(children.map((child) => answerOf(child, kind, path)));
      starts += answers.length;
      failures.push(...answers.filter((answer) => answer !== 'started'));
    }
    return { starts, failures };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onFreePort } from './free-port.ts';

/** A Redis of this test's own, in its own directory. */
export interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
}

async function run(port: number, settings: readonly string[]) {
  const child = spawn('redis-server', ['--port', String(port), ...settings]);
  const exited = once(child, 'exit');
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      log += chunk;
      if (/ready to accept connections/i.test(log)) resolve();
    });
    void exited.then(() => reject(new Error(`Redis did not start: ${log}`)));
  });
  return { port, child, exited };
}

/** Starts a server on a free port. Prints a line and returns `undefined` if there is none. */
export async function startRedis(): Promise<RedisServer | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    console.log('skipped: no Redis server on this machine (Debian: apt-get install redis-server)');
    return undefined;
  }
  const directory = mkdtempSync(join(tmpdir(), 'webhook-redis-'));
  const settings = ['--bind', '127.0.0.1', '--save', '', '--dir', directory];
  const { port, child, exited } = await onFreePort((port) => run(port, settings));
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

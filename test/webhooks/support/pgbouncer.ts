import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onFreePort } from './free-port.ts';
import { newDirectory, ownerId } from './postgres-data.ts';
import type { PostgresServer } from './postgres-server.ts';

/** A PgBouncer in front of a Postgres. */
export interface PgBouncer {
  readonly connection: PostgresServer['connection'];
  stop(): Promise<void>;
}

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
const program = folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file));

async function run(bouncer: string, args: readonly string[], options: object) {
  const child = spawn(bouncer, args, options);
  const exited = once(child, 'exit');
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      log += chunk;
      if (log.includes('process up')) resolve();
    });
    void exited.then(() => reject(new Error(`PgBouncer did not start: ${log}`)));
  });
  return { child, exited };
}

/**
 * Starts PgBouncer in transaction mode, with few connections of the server, so that clients meet on
 * them. Returns `undefined` if it is not installed (Debian: apt-get install pgbouncer).
 */
export async function startPgBouncer(
  server: PostgresServer['connection'],
  ...more: string[]
): Promise<PgBouncer | undefined> {
  if (program === undefined) return undefined;
  const owner = ownerId();
  const directory = newDirectory(owner);
  const file = join(directory, 'pgbouncer.ini');
  const { host, port: behind, user } = server;
  const { port, child, exited } = await onFreePort(async (port) => {
    const settings = [
      ...['[databases]', `* = host=${host} port=${behind} user=${user}`, '[pgbouncer]'],
      ...[
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = any',
      ],
      ...['pool_mode = transaction', 'default_pool_size = 3', ...more],
    ];
    writeFileSync(file, settings.join('\n'));
    if (owner !== undefined) chownSync(file, owner.uid, owner.gid);
    return { port, ...(await run(program, [file], { ...owner, cwd: directory })) };
  });
  return {
    connection: { ...server, host: '127.0.0.1', port },
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

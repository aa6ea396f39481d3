import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onFreePort } from './free-port.ts';
import { layOut, newDirectory, ownerId } from './postgres-data.ts';

/** A Postgres of this test's own, in its own directory. */
export interface PostgresServer {
  readonly connection: { host: string; port: number; user: string; database: string };
  /** Ends it at once (SIGQUIT), like a crash: unwritten data is lost. Then starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  /** Ends it at once (SIGQUIT). */
  quit(): Promise<void>;
}

/** Debian does not put the server's programs on the path, but in a folder for each version. */
function programFolder(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/**
 * Runs the server on a directory that `initdb` has made, and waits until it accepts connections.
 */
async function run(program: string, args: readonly string[], options: object): Promise<Running> {
  const child = spawn(program, args, options);
  const exited = once(child, 'exit');
  const quit = (): void => void child.kill('SIGQUIT');
  process.once('exit', quit);
  void exited.then(() => process.off('exit', quit));
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      log += chunk;
      if (log.includes('ready to accept connections')) resolve();
    });
    void exited.then(() => reject(new Error(`Postgres did not start: ${log}`)));
  });
  return {
    async quit() {
      quit();
      await exited;
    },
  };
}

/** Starts a server on a free port. Prints a line and returns `undefined` if there is none. */
export async function startPostgres(...more: string[]): Promise<PostgresServer | undefined> {
  const folder = programFolder();
  if (folder === undefined) {
    console.log('skipped: no Postgres server on this machine (Debian: apt-get install postgresql)');
    return undefined;
  }
  const owner = ownerId();
  const directory = newDirectory(owner);
  const options = {
    ...owner,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    cwd: directory,
  };
  const data = join(directory, 'data');
  layOut(data, join(folder, 'initdb'), options);
  const settings = [
    ...['listen_addresses=127.0.0.1', 'fsync=off', 'unix_socket_directories='],
    ...['autovacuum=off', ...more],
  ];
  const args = ['-D', data, ...settings.flatMap((each) => ['-c', each])];
  const start = async (port: number) => ({
    port,
    ...(await run(join(folder, 'postgres'), ['-p', String(port), ...args], options)),
  });
  let running = await onFreePort(start);
  const { port } = running;
  return {
    connection: { host: '127.0.0.1', port, user: 'test', database: 'postgres' },
    async crash() {
      await running.quit();
      running = await start(port);
    },
    async stop() {
      await running.quit();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

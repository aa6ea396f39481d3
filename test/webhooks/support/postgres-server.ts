import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';

/** A Postgres of this test's own, in a directory of its own. */
export interface PostgresServer {
  readonly connection: { host: string; port: number; user: string; database: string };
  stop(): Promise<void>;
}

/** Debian keeps the server's programs off the path, in a folder for each version. */
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

/** Postgres refuses to run as root: there it runs as the user that Debian's package made. */
function ownerId(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Starts a server on a free port; `undefined`, with a line that says so, where there is none. */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const folder = programFolder();
  if (folder === undefined) {
    console.log('skipped: no Postgres server on this machine (Debian: apt-get install postgresql)');
    return undefined;
  }
  const owner = ownerId();
  const directory = mkdtempSync(join(tmpdir(), 'webhook-pg-'));
  chmodSync(directory, 0o700);
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' };
  const data = join(directory, 'data');
  const init = ['-D', data, '-U', 'test', '-A', 'trust', '--no-sync', '-E', 'UTF8'];
  execFileSync(join(folder, 'initdb'), init, { ...owner, env, cwd: directory, stdio: 'ignore' });
  const port = await freePort(createServer());
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', `unix_socket_directories=${data}`];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])];
  const child = spawn(join(folder, 'postgres'), args, { ...owner, env, cwd: directory });
  const exited = once(child, 'exit');
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      log += chunk;
      if (log.includes('ready to accept connections')) resolve();
    });
    void exited.then(() => reject(new Error(`Postgres did not start: ${log}`)));
  });
  return {
    connection: { host: '127.0.0.1', port, user: 'test', database: 'postgres' },
    async stop() {
      // SIGQUIT ends it at once: nobody needs what is in it any more.
      child.kill('SIGQUIT');
      await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A Restate of this test's own, in its own directory. */
export interface RestateServer {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  /** Says of a request that it is this server's. */
  readonly identityKey: string;
  stop(): Promise<void>;
}

const { platform, arch } = process;
const BINARY = fileURLToPath(
  new URL(
    `./node_modules/@restatedev/restate-server-${platform}-${arch}/bin/restate-server`,
    import.meta.url,
  ),
);

/** Small, for it claims gigabytes and 24 partitions by default. Anything else is as it is shipped. */
const SETTINGS = {
  RESTATE_DEFAULT_NUM_PARTITIONS: '1',
  RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '128 MiB',
  RESTATE_ADMIN__DISABLE_WEB_UI: 'true',
  RESTATE_DISABLE_TELEMETRY: 'true',
  RESTATE_LOG_FORMAT: 'compact',
  RESTATE_LOG_DISABLE_ANSI_CODES: 'true',
};

/** Writes the key that the server signs its requests with. */
function writeKey(file: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return file;
}

const KEY_FILE = 'RESTATE_WORKER__INVOKER__REQUEST_IDENTITY_PRIVATE_KEY_PEM_FILE';

const portOf = (log: string, server: string): string | undefined =>
  new RegExp(`server_name=${server} .*server\\.port=(\\d+)`).exec(log)?.[1];

/** Starts a server on free ports. Prints a line and returns `undefined` if there is none. */
export async function startRestate(): Promise<RestateServer | undefined> {
  if (!existsSync(BINARY)) {
    console.log('skipped: no Restate server here (npm ci --prefix test/engines --ignore-scripts)');
    return undefined;
  }
  const directory = mkdtempSync(join(tmpdir(), 'restate-'));
  const listen = ['--listen-mode', 'tcp', '--bind-ip', '127.0.0.1', '--use-random-ports', 'true'];
  const child = spawn(BINARY, ['--no-logo', '--base-dir', directory, ...listen], {
    env: {
      ...{ ...process.env, ...SETTINGS },
      [KEY_FILE]: writeKey(join(directory, 'key.pem')),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  void exited.then(() => process.off('exit', kill));
  let log = '';
  const onLog = (chunk: Buffer): void => {
    log += chunk.toString();
  };
  child.stderr.on('data', onLog);
  const found = await new Promise<string[]>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      log += chunk;
      const parts = [
        portOf(log, 'http-ingress-server'),
        portOf(log, 'admin-api-server'),
        /publickeyv1_\w+/.exec(log)?.[0],
      ];
      if (parts.every((part) => part !== undefined) && log.includes('became Leader')) {
        resolve(parts);
        for (const stream of [child.stdout, child.stderr])
          stream.removeAllListeners('data').resume();
      }
    });
    void exited.then(() => reject(new Error(`Restate did not start: ${log}`)));
  });
  const [ingressPort, adminPort, identityKey = ''] = found;
  return {
    ingressUrl: `http://127.0.0.1:${ingressPort}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    identityKey,
    async stop() {
      kill();
      await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

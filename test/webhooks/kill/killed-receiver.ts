import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCE = fileURLToPath(new URL('./receiver.ts', import.meta.url));

/** `pg` is CommonJS: once bundled, it still calls `require` for Node's own modules. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire('/');`;

/** What `pg` and DBOS load only if they are told to. */
const OPTIONAL = ['pg-native', 'winston', 'winston-transport', '@opentelemetry/*'];

/** Bundles the receiver into one file, which starts several times as fast. Returns its path. */
export async function bundleReceiver(directory: string, source = SOURCE): Promise<string> {
  const outfile = join(directory, 'receiver.mjs');
  const options = { format: 'esm', platform: 'node', bundle: true, logLevel: 'error' } as const;
  await build({
    entryPoints: [source],
    outfile,
    banner: { js: REQUIRE },
    external: OPTIONAL,
    ...options,
  });
  return outfile;
}

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
}

/** A receiver in its own process, started again after each kill. */
export class KilledReceiver {
  readonly #args: readonly string[];
  #running: Promise<Running> | undefined;
  kills = 0;
  /** How often it ended without being killed. */
  died = 0;

  constructor(...args: readonly string[]) {
    this.#args = args;
  }

  /** Returns its address, once it listens. */
  async url(): Promise<string> {
    this.#running ??= this.#start();
    return (await this.#running).url;
  }

  /** Sends SIGKILL, which no process can catch. Resolves when the process is dead. */
  async kill(): Promise<void> {
    if (this.#running === undefined) return;
    const { child } = await this.#running;
    this.#running = undefined;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    this.kills += 1;
  }

  async #start(): Promise<Running> {
    const child = spawn(process.execPath, ['--no-warnings', ...this.#args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    child.on('exit', (_code, signal) => {
      if (signal === 'SIGKILL') return;
      this.#running = undefined;
      this.died += 1;
    });
    return { url: `http://127.0.0.1:${port.toString().trim()}/`, child };
  }
}

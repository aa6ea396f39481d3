import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCE = fileURLToPath(new URL('./receiver.ts', import.meta.url));

/** `pg` is CommonJS, and its `require` of Node's own modules is still there when it is bundled. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire('/');`;

/** The receiver as one file, which starts several times as fast. Gives its path. */
export async function bundleReceiver(directory: string, source = SOURCE): Promise<string> {
  const outfile = join(directory, 'receiver.mjs');
  const options = { format: 'esm', platform: 'node', bundle: true, logLevel: 'error' } as const;
  await build({
    entryPoints: [source],
    outfile,
    banner: { js: REQUIRE },
    external: ['pg-native'],
    ...options,
  });
  return outfile;
}

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
}

/** A receiver in a process of its own, which is started again whenever it was killed. */
export class KilledReceiver {
  readonly #args: readonly string[];
  #running: Promise<Running> | undefined;
  kills = 0;
  /** How often it ended by itself. */
  died = 0;

  constructor(...args: readonly string[]) {
    this.#args = args;
  }

  /** Its address, once it listens. */
  async url(): Promise<string> {
    this.#running ??= this.#start();
    return (await this.#running).url;
  }

  /** SIGKILL, which no process can see coming. Resolves when it is dead. */
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

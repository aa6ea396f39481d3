import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { STALE_BUILD } from '../config/stale-build.ts';

/** The built command line. Throws if it is of other sources than these. */
export function builtCli(): string {
  if (process.env[STALE_BUILD] !== undefined) {
    throw new Error('dist is not of these sources: npm run build');
  }
  return fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
}

/** The results of a finished process. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A started command line, which ends with its test. */
export class CliProcess implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<unknown[]>;
  #stdout = '';
  #stderr = '';

  /**
   * @param env variables to add; one that is `undefined` is removed.
   * @param place another copy of the command line, `null` for Node alone, and the folder where it runs.
   */
  constructor(
    args: readonly string[],
    env: Record<string, string | undefined> = {},
    { cli = builtCli(), cwd }: { readonly cli?: string | null; readonly cwd?: string } = {},
  ) {
    const options = { env: { ...process.env, ...env }, ...(cwd !== undefined && { cwd }) };
    this.#child = spawn(process.execPath, [...(cli === null ? [] : [cli]), ...args], options);
    // Not `exit`, which can come before the end of the output.
    this.#exited = once(this.#child, 'close');
    this.#child.stdout.on('data', (chunk) => (this.#stdout += chunk));
    this.#child.stderr.on('data', (chunk) => (this.#stderr += chunk));
  }

  /** Resolves to the first complete line of its output. */
  async firstLine(): Promise<string> {
    while (!this.#stdout.includes('\n')) {
      const ended = await Promise.race([
        once(this.#child.stdout, 'data').then(() => false),
        this.#exited.then(() => true),
      ]);
      if (ended && !this.#stdout.includes('\n')) throw new Error(`no output: ${this.#stderr}`);
    }
    return this.#stdout.slice(0, this.#stdout.indexOf('\n'));
  }

  /** Everything it has printed so far, on either output. */
  get said(): string {
    return this.#stdout + this.#stderr;
  }

  /** Ends its input, as the end of the process that started it does. */
  endInput(): void {
    this.#child.stdin.end();
  }

  /** Reads nothing more, as `head` does when it has enough. */
  closeOutput(): void {
    this.#child.stdout.destroy();
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async finished(): Promise<Finished> {
    const [code] = (await this.#exited) as [number | null];
    return { code, stdout: this.#stdout, stderr: this.#stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}

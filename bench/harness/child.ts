import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A child process that answers messages one at a time. */
export class Child {
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#process = child;
  }

  /** Starts the file at `url` and waits for its first message. */
  static async start(
    url: string,
    args: readonly string[],
    execArgv: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<{ child: Child; hello: unknown }> {
    const started = fork(fileURLToPath(url), [...args], {
      execArgv: [...execArgv],
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const child = new Child(started);
    return { child, hello: await child.#next() };
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async ask<T>(message: object): Promise<T> {
    this.#process.send(message);
    return (await this.#next()) as T;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    this.#process.kill();
    await once(this.#process, 'exit');
  }

  async #next(): Promise<unknown> {
    const ended = new AbortController();
    const gone = once(this.#process, 'exit', { signal: ended.signal }).then(([code]) => {
      throw new Error(`${this.#process.spawnargs.slice(1).join(' ')}: ended with ${code}`);
    });
    gone.catch(() => undefined);
    try {
      const [message] = (await Promise.race([
        once(this.#process, 'message', { signal: ended.signal }),
        gone,
      ])) as [unknown];
      return message;
    } finally {
      ended.abort();
    }
  }
}

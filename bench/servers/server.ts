import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../test/webhooks/support/free-port.ts';
import { API_KEY } from '../fixtures/key.ts';
import { BENCH } from '../harness/stage.ts';
import type { Program } from './programs.ts';

const START_MAX_MS = 30_000;
const TICKS_PER_SECOND = 100;

/** What to request from a server, and where. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
  readonly path: string;
}

async function announced(child: ChildProcess): Promise<Target> {
  if (child.stdout === null) throw new Error('its output is not read');
  for await (const line of createInterface(child.stdout)) return JSON.parse(line) as Target;
  throw new Error('it ended without an address');
}

async function untilAnswered({ url, apiKey, path }: Target, child: ChildProcess): Promise<void> {
  const until = performance.now() + START_MAX_MS;
  while (performance.now() < until && child.exitCode === null) {
    try {
      const response = await fetch(url + path, { headers: { 'x-api-key': apiKey } });
      await response.text();
      if (response.status === 200) return;
    } catch {
      // not yet
    }
    await setTimeout(2);
  }
  throw new Error('it gave no 200');
}

/** A server in a process of its own, with the system's figures for that process. */
export class Server {
  readonly target: Target;
  /** The time from the start of the process to its first 200. */
  readonly startMs: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, target: Target, startMs: number) {
    this.#child = child;
    this.target = target;
    this.startMs = startMs;
  }

  static async start(program: Program): Promise<Server> {
    const port = program.announces === true ? 0 : await freePort();
    const args = program.args(port);
    const began = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: BENCH,
      env: { ...process.env, NODE_COMPILE_CACHE: undefined, ...program.env },
      stdio: ['ignore', program.announces === true ? 'pipe' : 'ignore', 'ignore'],
    });
    try {
      const target =
        program.announces === true
          ? await announced(child)
          : {
              url: `http://127.0.0.1:${port}`,
              apiKey: program.apiKey ?? API_KEY,
              path: program.path,
            };
      await untilAnswered(target, child);
      return new Server(child, target, performance.now() - began);
    } catch (error) {
      child.kill();
      throw error;
    }
  }

  /** Returns the CPU time so far, in milliseconds; `NaN` if the system does not report it. */
  cpuMs(): number {
    const fields = this.#proc('stat').split(') ').at(-1)?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  }

  /** Returns the peak memory so far, in MB; `NaN` if the system does not report it. */
  peakMemoryMb(): number {
    return Number(/VmHWM:\s+(\d+)/.exec(this.#proc('status'))?.[1]) / 1024;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill();
    await once(this.#child, 'exit');
  }

  #proc(name: string): string {
    try {
      return readFileSync(`/proc/${this.#child.pid}/${name}`, 'utf8');
    } catch {
      return '';
    }
  }
}

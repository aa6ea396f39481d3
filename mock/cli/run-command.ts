import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { startLocalService } from './local-service.ts';
import type { MockFlags } from './mock-flags.ts';
import { warnOf } from './run-mock.ts';
import { tell } from './tell.ts';

/** As a shell says that a command was not found, and that it could not be run. */
const NOT_FOUND = 127;
const NOT_RUN = 126;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Runs the command and hands signals on; its input and output are ours. */
async function run(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const [command = '', ...args] = words;
  // What Windows calls npm is a script for its shell.
  const shell = process.platform === 'win32';
  let child: ChildProcess | undefined;
  const handOn = (signal: NodeJS.Signals): void => {
    // A terminal sends Ctrl-C to the command by itself.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  // Before there is a command: a signal that ended this process alone would leave it behind.
  for (const signal of signals) process.on(signal, handOn);
  try {
    child = spawn(command, args, { stdio: 'inherit', env, shell });
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return { code, signal };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    tell(`error: ${command}: ${code === 'ENOENT' ? 'command not found' : message}`);
    return { code: code === 'ENOENT' ? NOT_FOUND : NOT_RUN, signal: null };
  } finally {
    for (const signal of signals) process.off(signal, handOn);
  }
}

/**
 * The fake for as long as the command runs; then exits with its code, or by its signal. Where the
 * command went well and the state could not be kept, the code is 1.
 */
export async function runCommand(words: readonly string[], flags: MockFlags): Promise<void> {
  if (flags.json)
    throw invalidInput(
      '--json',
      'not available with exec, which prints only the output of the command',
    );
  const service = await startLocalService(flags, tell);
  warnOf(flags);
  const { code, signal } = await run(words, { ...process.env, ...service.env });
  const isKept = await service.close().then(
    () => true,
    (error: unknown) => {
      tell(`error: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    },
  );
  if (signal !== null) process.kill(process.pid, signal);
  // A delivery that is still open would hold up the end. As a shell says that a signal ended it:
  const own = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  process.exit(own === 0 && !isKept ? 1 : own);
}

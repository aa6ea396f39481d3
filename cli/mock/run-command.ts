import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { tell } from '../output/printable.ts';
import { type CoverageFlags, countCoverage } from './coverage-run.ts';
import { startLocalService } from './local-service.ts';
import type { MockFlags } from './mock-flags.ts';
import { warnOf } from './run-mock.ts';

/**
 * The codes that shells use for a command that was not found, and for one that could not be run.
 */
const NOT_FOUND = 127;
const NOT_RUN = 126;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Runs the command and forwards signals to it. It shares our input and output. */
async function run(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const [command = '', ...args] = words;
  // On Windows, commands such as npm are scripts for the shell.
  const shell = process.platform === 'win32';
  let child: ChildProcess | undefined;
  const handOn = (signal: NodeJS.Signals): void => {
    // A terminal sends Ctrl-C to the command directly.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  // Registered before the command starts, or a signal could end only this process.
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
 * Runs the fake for as long as the command runs, then exits with the command's code or signal. If
 * the command succeeded but the state could not be saved, or the tests have met less than `--min`
 * wants, the code is 1.
 */
export async function runCommand(
  words: readonly string[],
  flags: MockFlags & CoverageFlags,
): Promise<void> {
  if (flags.json)
    throw invalidInput(
      '--json',
      'not available with exec, which prints only the output of the command',
    );
  if (flags.whileStdin)
    throw invalidInput('--while-stdin', 'not available with exec, whose command has the input');
  const counting = await countCoverage(flags);
  const service = await startLocalService(flags, tell).catch(async (error: unknown) => {
    await counting?.drop();
    throw error;
  });
  warnOf(flags);
  const env = { ...process.env, ...service.env, ...counting?.env };
  const { code, signal } = await run(words, env);
  const isKept = await service.close().then(
    () => true,
    (error: unknown) => {
      tell(`error: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    },
  );
  const isEnough = await (counting?.end() ?? true);
  if (signal !== null) process.kill(process.pid, signal);
  // An open delivery would delay the exit. 128 + n is how a shell reports a signal.
  const own = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  process.exit(own === 0 && !(isKept && isEnough) ? 1 : own);
}

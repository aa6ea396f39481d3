import { meaningOf } from './files/file-error.ts';
import { tell } from './output/printable.ts';
import { runCli } from './run-cli.ts';

/**
 * Keeps Node's note that SQLite is experimental off the command's output: who runs a command did not
 * choose SQLite. Other warnings are printed. The library never does this, because a process belongs
 * to the program that runs in it.
 */
function hideSqliteWarning(): void {
  const emit = process.emitWarning.bind(process) as (...given: unknown[]) => void;
  process.emitWarning = (...given: unknown[]) => {
    const [warning, type] = given;
    if (type === 'ExperimentalWarning' && String(warning).startsWith('SQLite ')) return;
    emit(...given);
  };
}

/**
 * Keeps this process alive if no one reads its output any more or the disk under it is full: a fake
 * keeps running, and a state is still saved. A reader that leaves early, such as `head`, is no failure;
 * with any other error the exit code is 1.
 */
export function surviveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    let isTold = false;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || isTold) return;
      isTold = true;
      process.exitCode = 1;
      tell(`error: the output could not be written: ${meaningOf(error)}`);
    });
  }
}

/** Runs one command line as this process. */
export async function start(args: readonly string[]): Promise<void> {
  surviveLostOutput();
  hideSqliteWarning();
  const code = await runCli(args);
  if (code !== 0) process.exitCode = code;
}

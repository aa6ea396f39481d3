import { type Command, CommanderError } from 'commander';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { printableLines } from './printable.ts';
import { createProgram } from './program.ts';
import { refuseEmpty } from './refuse-empty.ts';
import { RunFailure } from './run-failure.ts';
import { tell } from './tell.ts';

/** The command line was wrong: nothing was done. */
const WRONG = 2;
/** It was understood, and what was examined or tried is not as it should be. */
const FAILED = 1;

/** Only the process itself may end the process, and nobody writes to the terminal but through us. */
function tame(command: Command): Command {
  command.exitOverride().configureOutput({
    writeErr: (text) => process.stderr.write(printableLines(text)),
  });
  for (const each of command.commands) tame(each);
  return command;
}

/**
 * Runs one command line.
 *
 * @param args without the names of the runtime and the script.
 * @returns 2 for a wrong command line, 1 for what could not be done, otherwise 0; an action may set
 * `process.exitCode` to another.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  const program = tame(createProgram());
  program.hook('preAction', (_, command) => {
    for (let each: Command | null = command; each !== null; each = each.parent) refuseEmpty(each);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG;
    const isWrong = error instanceof InvalidInputError;
    if (!isWrong && !(error instanceof RunFailure)) throw error;
    tell(`error: ${error.message}`);
    return isWrong ? WRONG : FAILED;
  }
}

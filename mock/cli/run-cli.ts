import { type Command, CommanderError } from 'commander';
import { isConsentEvidenceError } from '../../src/errors/consent-evidence-error.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { printableLines } from './printable.ts';
import { createProgram } from './program.ts';
import { refuseEmpty } from './refuse-empty.ts';
import { refuseKey } from './refuse-key.ts';
import { RunFailure } from './run-failure.ts';
import { tell } from './tell.ts';

/** Exit code for a wrong command line; nothing was done. */
const WRONG = 2;
/**
 * Exit code if the command line was valid, but what was examined or tried is not as it should be.
 */
const FAILED = 1;

/** Only the process itself may exit the process, and all terminal output goes through us. */
function tame(command: Command): Command {
  command.exitOverride().configureOutput({
    // The text after the `=` of an unknown flag may be a secret.
    writeErr: (text) =>
      process.stderr.write(
        printableLines(text.replace(/(unknown option '-[^'=\n]*)=.*'/, "$1=…'")),
      ),
  });
  for (const each of command.commands) tame(each);
  return command;
}

/**
 * Runs one command line.
 *
 * @param args the arguments without the names of the runtime and the script.
 * @returns 2 for a wrong command line, 1 for what could not be done, otherwise 0; an action may set
 * `process.exitCode` to another value.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  const program = tame(createProgram(args[0]));
  program.hook('preAction', (_, command) => {
    for (let each: Command | null = command; each !== null; each = each.parent) refuseEmpty(each);
  });
  try {
    refuseKey(args);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG;
    const isWrong = error instanceof InvalidInputError;
    if (!isWrong && !isConsentEvidenceError(error) && !(error instanceof RunFailure)) throw error;
    tell(`error: ${error.message}`);
    return isWrong ? WRONG : FAILED;
  }
}

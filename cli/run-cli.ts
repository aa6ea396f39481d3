import { type Command, CommanderError } from 'commander';
import { isConsentEvidenceError } from '../src/errors/consent-evidence-error.ts';
import { InvalidInputError, invalidInput } from '../src/errors/invalid-input-error.ts';
import { meantCommand, wordsOf } from './command-words.ts';
import { printEnvelope, RunFailure } from './output/print-finding.ts';
import { printableLines, tell } from './output/printable.ts';
import { createProgram } from './program.ts';
import { refuseEmpty, refuseKey, tellUnknownFirst } from './wrong-command-line.ts';

/** Exit code for a wrong command line; nothing was done. */
const WRONG = 2;
/**
 * Exit code if the command line was valid, but what was examined or tried is not as it should be.
 */
const FAILED = 1;

/** The text after the `=` of an unknown flag may be a secret. */
const withoutValue = (text: string): string =>
  text.replace(/(unknown option '-[^'=\n]*)=.*'/, "$1=…'");

/** Only the process itself may exit the process, and all terminal output goes through us. */
function tame(command: Command): Command {
  command.exitOverride().configureOutput({
    writeErr: (text) => process.stderr.write(printableLines(withoutValue(text))),
  });
  tellUnknownFirst(command);
  for (const each of command.commands) tame(each);
  return command;
}

/**
 * Whether a script reads one line of JSON from us. The output of `mock exec` is that of the command
 * it runs, and so is what follows `--`.
 */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  if (own[0] !== 'mock') return own.includes('--json');
  const isSet = process.env['CONSENT_EVIDENCE_MOCK_JSON'] !== undefined;
  return (isSet || own.includes('--json')) && !own.includes('exec');
}

/** Tells a script what went wrong, however early. */
function printError(program: Command, args: readonly string[], error: Error): void {
  if (wantsJson(args)) printEnvelope(wordsOf(program, args), Date.now, { error });
}

/** The error of a command line that cannot be parsed, without commander's own prefix. */
const unparsed = (message: string): InvalidInputError =>
  invalidInput(
    '',
    withoutValue(message)
      .replace(/^error: /, '')
      .replaceAll('\n', ' '),
  );

/** `help find` is `find --help`, which many command lines have. */
const withHelp = ([first, ...rest]: readonly string[]): string[] =>
  first === 'help' ? [...rest, '--help'] : first === undefined ? [] : [first, ...rest];

/**
 * Runs one command line.
 *
 * @param given the arguments without the names of the runtime and the script.
 * @returns 2 for a wrong command line, 1 for what could not be done, otherwise 0; an action may set
 * `process.exitCode` to another value.
 */
export async function runCli(given: readonly string[]): Promise<number> {
  const args = withHelp(given);
  const program = tame(createProgram(args[0]));
  program.hook('preAction', (_, command) => {
    for (let each: Command | null = command; each !== null; each = each.parent) refuseEmpty(each);
  });
  try {
    refuseKey(args);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      const meant = meantCommand(error, program);
      const proposal = meant === undefined ? '' : `(Did you mean ${meant}?)\n`;
      process.stderr.write(proposal);
      printError(program, args, unparsed(`${error.message}\n${proposal}`.trimEnd()));
      return WRONG;
    }
    const isWrong = error instanceof InvalidInputError;
    if (!isWrong && !isConsentEvidenceError(error) && !(error instanceof RunFailure)) throw error;
    printError(program, args, error);
    tell(`error: ${error.message}`);
    return isWrong ? WRONG : FAILED;
  }
}

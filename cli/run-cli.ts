import { type Command, CommanderError } from 'commander';
import { isConsentEvidenceError } from '../src/errors/consent-evidence-error.ts';
import { InvalidInputError, invalidInput } from '../src/errors/invalid-input-error.ts';
import { meantCommand, wordsOf } from './command-words.ts';
import { wrappedText } from './help-layout.ts';
import { printEnvelope, RunFailure } from './output/print-finding.ts';
import { printable, printableLines } from './output/printable.ts';
import { createProgram } from './program.ts';
import { usageSentence } from './usage-sentence.ts';
import { refuseEmpty, refuseKey, tellUnknownFirst } from './wrong-command-line.ts';

/** Exit code for a wrong command line; nothing was done. */
const WRONG = 2;
/**
 * Exit code if the command line was valid, but what was examined or tried is not as it should be.
 */
const FAILED = 1;

/** Only the process itself may exit the process, and all terminal output goes through us. */
function tame(command: Command): Command {
  command.exitOverride().configureOutput({
    writeErr: (text) => process.stderr.write(printableLines(text)),
    outputError: () => undefined, // said below, in the form of every other error
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

/** A person reads whole words; a file or a pipe gets one line. */
function tellError(message: string): void {
  const text = printable(`error: ${message}`);
  const { stderr } = process;
  stderr.write(`${stderr.isTTY ? wrappedText(text, 0, stderr) : text}\n`);
}

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
      if (error.code === 'commander.help') {
        printError(program, args, invalidInput('', 'expected a command'));
        return WRONG;
      }
      const sentence = usageSentence(error.message, meantCommand(error, program));
      printError(program, args, invalidInput('', sentence));
      tellError(sentence);
      return WRONG;
    }
    const isWrong = error instanceof InvalidInputError;
    if (!isWrong && !isConsentEvidenceError(error) && !(error instanceof RunFailure)) throw error;
    printError(program, args, error);
    tellError(error.message);
    return isWrong ? WRONG : FAILED;
  }
}

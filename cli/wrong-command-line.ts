import type { Command, Option } from 'commander';
import { invalidInput } from '../src/errors/invalid-input-error.ts';

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.includes(''));
}

/**
 * Rejects empty values. An empty value comes from an unset shell variable and is never intended:
 * `--host ""` would listen on every interface.
 *
 * @throws InvalidInputError naming the flag or the argument.
 */
export function refuseEmpty(command: Command): void {
  const refuse = (name: string): never => {
    throw invalidInput(name, 'expected a non-empty value');
  };
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== 'cli') continue;
    if (isEmpty(command.getOptionValue(name))) refuse(option.long ?? option.name());
  }
  for (const [index, argument] of command.registeredArguments.entries()) {
    const given: unknown = command.processedArgs[index];
    // What follows the first word belongs to the command being run.
    if (isEmpty(argument.variadic ? (given as unknown[] | undefined)?.[0] : given)) {
      refuse(argument.name());
    }
  }
}

const KEY_FLAG = /^--?api[-_]?key(?:=|$)/i;

/**
 * Rejects an API key on the command line, which is in the shell's history and in every process
 * list. The message about an unknown flag could repeat the key.
 *
 * @throws InvalidInputError that says where a key belongs and repeats nothing of the input.
 */
export function refuseKey(args: readonly string[]): void {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  if (!own.some((each) => KEY_FLAG.test(each))) return;
  throw invalidInput(
    '--api-key',
    'a key is not accepted on the command line, which other processes can read; set CONSENT_EVIDENCE_API_KEY, or use --profile',
  );
}

/** Two checks of commander that its types leave out. */
interface Checks {
  missingMandatoryOptionValue(option: Option): void;
  unknownOption(flag: string): void;
}

/**
 * Tells of an unknown flag before a missing one, for it is probably the missing one, misspelt.
 * Commander checks in the other order. What no known flag took is then in `args`.
 */
export function tellUnknownFirst(command: Command): void {
  const checks = command as unknown as Checks;
  const missing = checks.missingMandatoryOptionValue.bind(command);
  checks.missingMandatoryOptionValue = (option) => {
    const unknown = command.args.find((word) => /^--?[^-]/.test(word));
    if (unknown === undefined) missing(option);
    else checks.unknownOption(unknown);
  };
}

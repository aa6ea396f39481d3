import type { Command } from 'commander';
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

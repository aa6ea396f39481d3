import type { Command, CommanderError } from 'commander';
import { nearestName } from '../src/options/nearest-name.ts';

/**
 * Returns the subcommand that a word too many was probably meant to be. Commander itself proposes
 * one only for a command that does nothing without a subcommand.
 *
 * @param program of which only the command that was named has been made.
 */
export function meantCommand({ code }: CommanderError, program: Command): string | undefined {
  if (code !== 'commander.excessArguments') return undefined;
  const [command] = program.commands;
  const names = command?.commands.map((each) => each.name()) ?? [];
  const [word = ''] = command?.args ?? [];
  return names.includes(word) ? undefined : nearestName(word, names);
}

import type { Command, CommanderError } from 'commander';
import { nearestName } from '../src/options/nearest-name.ts';

/** Whether the next word is this flag's value. */
const takesNext = ({ options }: Command, word: string): boolean =>
  options.some(({ long, required }) => long === word && required);

/**
 * Returns the words that name the command of a command line, such as `archive verify`, also of one
 * that cannot be parsed. Empty if it names none.
 */
export function wordsOf(program: Command, args: readonly string[]): string {
  const words: string[] = [];
  let command = program;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (takesNext(command, word)) at += 1;
    else if (!word.startsWith('-') || word === '-') {
      const inner = command.commands.find((each) => each.name() === word);
      if (inner === undefined) break;
      words.push(word);
      command = inner;
    } else if (word === '--') break;
  }
  return words.join(' ');
}

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

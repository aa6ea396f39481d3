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
 * Returns the command that was probably meant: the subcommand that a word too many is close to, or
 * the one whose first word was left out. Other proposals are commander's own.
 *
 * @param program of which only the command that was named has been made; if there is none of that
 * name, all of them.
 */
export function meantCommand({ code }: CommanderError, program: Command): string | undefined {
  if (code === 'commander.unknownCommand') {
    const [word = ''] = program.args;
    const group = program.commands.find(({ commands }) =>
      commands.some((each) => each.name() === word),
    );
    return group === undefined ? undefined : `${group.name()} ${word}`;
  }
  if (code !== 'commander.excessArguments') return undefined;
  const [command] = program.commands;
  const names = command?.commands.map((each) => each.name()) ?? [];
  const [word = ''] = command?.args ?? [];
  return names.includes(word) ? undefined : nearestName(word, names);
}

import type { Command } from 'commander';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { helpWidth } from '../../cli/help-layout.ts';
import { createProgram } from '../../cli/program.ts';
import { PHONE_SPELLINGS } from '../../src/contract/phone-filters.ts';

function all(command: Command): Command[] {
  return [command, ...command.commands.flatMap(all)];
}

const COMMANDS = all(createProgram()).map((command) => ({ name: command.name(), command }));

/** Returns the help as a terminal shows it, including the text below the flags. */
function helpOf(command: Command, width: number): string {
  let shown = '';
  command.configureOutput({
    writeOut: (text) => (shown += text),
    getOutHelpWidth: () => width,
  });
  command.outputHelp();
  return shown;
}

describe('the help', () => {
  it.each(COMMANDS)('of "$name" fits 60 columns and more, wrapped by words', ({ command }) => {
    for (const width of [60, 72, 80, 100, 120]) {
      const lines = helpOf(command, width).split('\n');
      expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
    }
    const words = (width: number): string => helpOf(command, width).replace(/[\s\\]+/g, ' ');
    expect(words(60)).toBe(words(120));
  });

  it.each(createProgram().commands.map((command) => command.name()))(
    'of %s is the same if only this command is made',
    (name) => {
      const [only, ...others] = createProgram(name).commands;
      const among = createProgram().commands.find((command) => command.name() === name);
      expect(others).toEqual([]);
      expect(helpOf(only as Command, 60)).toBe(helpOf(among as Command, 60));
    },
  );

  it('is grouped by what one comes to do', () => {
    const help = helpOf(createProgram(), 60);
    const titles = [...help.matchAll(/^(\S.*):$/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      'Options',
      'Your account',
      'Your leads',
      'Long-term evidence',
      'Criteria, codes and guides',
      'Develop and test, without an account',
      'Compare the fake with the service',
      'This command line',
    ]);
    for (const { name } of COMMANDS.filter(({ command }) => command.parent?.parent === null)) {
      expect(help).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    }
  });

  it('is as wide as the terminal, within what can be read', () => {
    expect(helpWidth({ isTTY: true, columns: 72 })).toBe(72);
    expect(helpWidth({ isTTY: true, columns: 300 })).toBe(120);
    expect(helpWidth({ isTTY: true, columns: 20 })).toBe(60);
    expect(helpWidth({ isTTY: true })).toBe(80);
    expect(helpWidth({})).toBe(80);
  });

  it('fills the width that it has', () => {
    const longest = (width: number): number =>
      Math.max(
        ...helpOf(createProgram('find'), width)
          .split('\n')
          .map((line) => line.length),
      );
    for (const width of [60, 80, 120]) expect(longest(width)).toBeGreaterThan(width - 15);
  });

  it('of "find" says how many spellings are searched', () => {
    const [find] = COMMANDS.filter(({ name }) => name === 'find');
    if (find === undefined) throw new Error('there is no command "find"');
    const help = helpOf(find.command, 72).replaceAll('\n', ' ');
    expect(help).toContain(`${PHONE_SPELLINGS.length} spellings of the number`);
  });

  it('gives examples that a shell takes', () => {
    for (const { command } of COMMANDS) {
      const joined = helpOf(command, 60).replaceAll(/ \\\n +/g, ' ');
      const examples = [...joined.matchAll(/^ {2}\$ (.+)$/gm)].map(([, line]) => line ?? '');
      for (const example of examples) {
        const [, name] = /consent-evidence (\S+)/.exec(example) ?? [];
        expect(COMMANDS.map((each) => each.name)).toContain(name);
        for (const [flag] of example.split(' -- ')[0]?.matchAll(/--[a-z-]+/g) ?? []) {
          const known = COMMANDS.flatMap((each) => each.command.options.map(({ long }) => long));
          expect(known).toContain(flag);
        }
      }
    }
  });
});

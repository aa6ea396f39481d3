import type { EventEmitter } from 'node:events';
import { type Argument, type Command, Help, type Option } from 'commander';

/** The minimum width on a terminal. */
const NARROW = 60;
/** The width if the output is not a terminal. */
const USUAL = 80;
/** Longer lines are hard to read. */
const WIDE = 120;
/** A longer term gets a line of its own, and its description the next one. */
const TERM_MAX = 20;
const INDENT = 2;

/** Returns the width of help on this output. */
export function helpWidth(output: { isTTY?: boolean; columns?: number }): number {
  const columns = output.isTTY ? (output.columns ?? USUAL) : USUAL;
  return Math.min(WIDE, Math.max(NARROW, columns));
}

/** Wraps a text for an output, each line after so many spaces. */
export function wrappedText(
  text: string,
  indent: number,
  output: NodeJS.WriteStream = process.stdout,
): string {
  const wrapped = new Help().boxWrap(text, helpWidth(output) - indent);
  return wrapped.replaceAll(/^/gm, ' '.repeat(indent));
}

function formatItem(term: string, termWidth: number, description: string, helper: Help): string {
  const indent = ' '.repeat(INDENT);
  if (description === '') return indent + term;
  const width = (helper.helpWidth ?? NARROW) - termWidth - 2 * INDENT;
  const [first = '', ...rest] = helper.boxWrap(description, width).split('\n');
  const below = ' '.repeat(termWidth + 2 * INDENT);
  const head =
    term.length <= termWidth ? `${indent}${term.padEnd(termWidth)}${indent}` : `${indent}${term}\n`;
  const opening = head.endsWith('\n') ? head + below : head;
  return [opening + first, ...rest.map((line) => below + line)].join('\n');
}

const termOf = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

function describe({ description, negate, mandatory, ...option }: Option): string {
  if (mandatory) return `${description} (required)`;
  const isTold =
    option.defaultValue !== undefined && !negate && typeof option.defaultValue !== 'boolean';
  if (!isTold) return description;
  return `${description} (default: ${option.defaultValueDescription ?? String(option.defaultValue)})`;
}

/** What follows the flags is written in short lines, and shown in lines of this width. */
function reflowed(text: string, width: number, helper: Help): string {
  return text
    .split('\n\n')
    .map((part) => {
      const body = part.trim();
      if (/^Examples?:$/m.test(body)) {
        return body
          .split('\n')
          .map((line) => wrapped(line, width))
          .join('\n');
      }
      return helper.boxWrap(body.replaceAll('\n', ' '), width);
    })
    .map((part, at) => (at === 0 && text.startsWith('\n') ? `\n${part}` : part))
    .join('\n\n');
}

interface HelpContext {
  readonly error: boolean;
  write(text: string): void;
}

function reflowAfter(command: Command): void {
  // Its types leave out that it is an emitter. The texts themselves were registered earlier.
  (command as unknown as EventEmitter).prependListener('afterHelp', (context: HelpContext) => {
    const output = command.configureOutput();
    const own = context.error ? output.getErrHelpWidth?.() : output.getOutHelpWidth?.();
    const width = own ?? USUAL;
    const write = context.write.bind(context);
    context.write = (text) => write(`${reflowed(text, width, command.createHelp())}\n`);
  });
}

/**
 * Gives a command and all its subcommands help that wraps at words and fits 60 columns. Variables
 * are not shown beside each flag: their names follow from the flags and are too long for a column.
 */
export function layOutHelp(command: Command): Command {
  command
    .configureHelp({
      minWidthToWrap: 20,
      padWidth: (each, helper) =>
        Math.min(
          TERM_MAX,
          Math.max(
            helper.longestOptionTermLength(each, helper),
            helper.longestSubcommandTermLength(each, helper),
            helper.longestArgumentTermLength(each, helper),
          ),
        ),
      formatItem,
      // A subcommand's flags are in its own help.
      subcommandTerm: (each) => [each.name(), ...each.registeredArguments.map(termOf)].join(' '),
      optionDescription: describe,
    })
    .configureOutput({
      getOutHelpWidth: () => helpWidth(process.stdout),
      getErrHelpWidth: () => helpWidth(process.stderr),
    });
  reflowAfter(command);
  for (const each of command.commands) layOutHelp(each);
  return command;
}

/** A flag stays with its value. */
const PARTS = /--?[a-z-]+(?: (?!-)(?:'[^']*'|"[^"]*"|\S+))?|'[^']*'|"[^"]*"|\S+/g;

const PROMPT = '  $ ';

/** Splits an example over as many lines as it needs, in a form that a shell accepts. */
function wrapped(line: string, width: number): string {
  if (!line.startsWith(PROMPT)) return line;
  const lines: string[] = [];
  let current = '  $';
  for (const part of line.slice(PROMPT.length).match(PARTS) ?? []) {
    // Leaves room for the backslash that continues the line.
    if (current.length + 1 + part.length > width - 2) {
      lines.push(`${current} \\`);
      current = '     ';
    }
    current += ` ${part}`;
  }
  return [...lines, current].join('\n');
}

/** Returns the examples below a command's flags; each can be pasted. */
export function examples(...lines: readonly string[]): string {
  const title = lines.length === 1 ? 'Example:' : 'Examples:';
  return ['', title, ...lines.map((line) => PROMPT + line)].join('\n');
}

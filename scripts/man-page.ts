import type { Command, Option } from 'commander';

/** A line that begins with a dot or a quote would be a request, a backslash an escape; all is ASCII. */
function roff(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  const unit = (char: string): string =>
    `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
  return escaped.replaceAll(/^(?=[.'])/gm, '\\&').replaceAll(/[^\0-\x7f]/gu, unit);
}

const about = (command: Command): string => roff(command.description());

function optionLines(option: Option): string[] {
  const { flags, description, negate, mandatory } = option;
  const defaultValue = option.defaultValue as string | number | boolean | undefined;
  const isTold = defaultValue !== undefined && !negate && typeof defaultValue !== 'boolean';
  const said = isTold
    ? ` (default: ${option.defaultValueDescription ?? String(defaultValue)})`
    : '';
  return ['.TP', `\\fB${roff(flags)}\\fR`, roff(description + (mandatory ? ' (required)' : said))];
}

/** The examples of a command's help, as they are there. */
function exampleLines(command: Command): string[] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const at = help.search(/^Examples?:$/m);
  return at === -1 ? [] : ['.PP', '.nf', roff(help.slice(at).trimEnd()), '.fi'];
}

function sections(command: Command, words: readonly string[]): string[] {
  const help = command.createHelp();
  const name = [...words, command.name()].join(' ');
  const own = [
    `.SS "${roff(name)}"`,
    about(command),
    '.PP',
    `\\fB${roff(name)}\\fR ${roff(command.usage())}`,
    ...command.registeredArguments.flatMap((each) => [
      '.TP',
      `\\fI${roff(each.name())}\\fR`,
      roff(each.description),
    ]),
    ...help.visibleOptions(command).flatMap(optionLines),
    ...exampleLines(command),
  ];
  const inner = help.visibleCommands(command).filter((each) => each.name() !== 'help');
  return [...own, ...inner.flatMap((each) => sections(each, [...words, command.name()]))];
}

const VARIABLES = [
  ['CONSENT_EVIDENCE_API_KEY', 'the API key of the account'],
  ['CONSENT_EVIDENCE_BASE_URL', 'the base URL of the service'],
  ['CONSENT_EVIDENCE_MOCK_…', 'the flags of `mock`, such as CONSENT_EVIDENCE_MOCK_PORT'],
  ['NO_COLOR', 'prints no colors'],
] as const;

const CODES = [
  ['0', 'done'],
  ['1', 'failed, or found a problem'],
  ['2', 'the command line was wrong; nothing was done'],
] as const;

const list = (rows: readonly (readonly [string, string])[]): string[] =>
  rows.flatMap(([term, text]) => ['.TP', `\\fB${roff(term)}\\fR`, roff(text)]);

/** Returns the page of the manual, for `man consent-evidence`, from the program itself. */
export function manPage(program: Command, version: string): string {
  const name = program.name();
  const commands = program.createHelp().visibleCommands(program);
  const lines = [
    `.TH "${name.toUpperCase()}" "1" "" "${name} ${version}" "User Commands"`,
    '.SH NAME',
    `${roff(name)} \\- ${about(program)}`,
    '.SH SYNOPSIS',
    `\\fB${roff(name)}\\fR \\fIcommand\\fR [options]`,
    '.SH COMMANDS',
    ...commands.flatMap((each) => sections(each, [])),
    '.SH ENVIRONMENT',
    ...list(VARIABLES),
    '.SH EXIT STATUS',
    ...list(CODES),
  ];
  return `${lines.join('\n')}\n`;
}

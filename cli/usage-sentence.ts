/** `--port` for `-p, --port <number>`. */
const longOf = (flags: string): string => /--[a-z-]+/.exec(flags)?.[0] ?? flags;

/** `<number>` for `--port <number>`. */
const valueOf = (flags: string): string => /<.+>/.exec(flags)?.[0] ?? 'a value';

/** What was expected, as the end of our own sentences has it. */
function expected(text: string): string {
  const plain = text.replace(/^Allowed choices are/, 'Expected one of').replace(/\.$/, '');
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

type Form = readonly [pattern: RegExp, write: (...groups: string[]) => string];

/** How the parser says each mistake, and how this command line does: the field, then what was expected. */
const FORMS: readonly Form[] = [
  [/^unknown option '(.+?)'/, (flag) => `${flag}: there is no such flag`],
  [/^unknown command '(.+?)'/, (name) => `${name}: there is no such command`],
  [/^required option '(.+)' not specified/, (flags) => `${longOf(flags)}: is required`],
  [/^missing required argument '(.+)'/, (name) => `<${name}>: is required`],
  [/^option '(.+)' argument missing/, (flags) => `${longOf(flags)}: expected ${valueOf(flags)}`],
  [
    /^option '.+' value '.*' from env '(.+)' is invalid\. (.+)/s,
    (name, wanted) => `${name}: ${expected(wanted)}`,
  ],
  [
    /^option '(.+)' argument '.*' is invalid\. (.+)/s,
    (flags, wanted) => `${longOf(flags)}: ${expected(wanted)}`,
  ],
  [
    /^command-argument value '.*' is invalid for argument '(.+)'\. (.+)/s,
    (name, wanted) => `${name}: ${expected(wanted)}`,
  ],
  [
    /^option '(.+)' cannot be used with option '(.+)'/,
    (flags, other) => `${longOf(flags)}: cannot be used with ${longOf(other)}`,
  ],
  [
    /^too many arguments(?: for '.+')?\. Expected (\d+) arguments? but got \d+: (.+)\.$/s,
    (count, words) =>
      `arguments: expected ${count === '0' ? 'none' : `${count} at most`}, but got ${words}`,
  ],
];

/** The text after the `=` of an unknown flag may be a secret. */
const withoutValue = (text: string): string =>
  text.replace(/(unknown option '-[^'=\n]*)=.*'/, "$1=…'");

/**
 * Returns one sentence for a command line that could not be parsed, in the form of every other error:
 * the field, what was expected, and what was probably meant.
 *
 * @param message as the parser has it.
 * @param meant a proposal of our own.
 */
export function usageSentence(message: string, meant: string | undefined): string {
  const [said = '', ...rest] = withoutValue(message)
    .replace(/^error: /, '')
    .split('\n');
  const proposed = meant ?? /\(Did you mean (.+)\?\)/s.exec(rest.join('\n'))?.[1];
  for (const [pattern, write] of FORMS) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const sentence = write(...found.slice(1));
    return proposed === undefined ? sentence : `${sentence}; did you mean ${proposed}?`;
  }
  return said;
}

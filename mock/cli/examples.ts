/** What the narrowest terminal shows of one line. */
const WIDTH = 60;

/** A flag stays with its value. */
const PARTS = /--?[a-z-]+(?: (?!-)(?:'[^']*'|"[^"]*"|\S+))?|'[^']*'|"[^"]*"|\S+/g;

/** A command line as a shell takes it, over as many lines as it needs. */
function wrapped(line: string): string {
  const lines: string[] = [];
  let current = '  $';
  for (const part of line.match(PARTS) ?? []) {
    // Room for the backslash that says that the line goes on.
    if (current.length + 1 + part.length > WIDTH - 2) {
      lines.push(`${current} \\`);
      current = '     ';
    }
    current += ` ${part}`;
  }
  return [...lines, current].join('\n');
}

/** The examples below a command's flags, each of which can be pasted. */
export function examples(...lines: readonly string[]): string {
  const title = lines.length === 1 ? 'Example:' : 'Examples:';
  return ['', title, ...lines.map(wrapped)].join('\n');
}

/** The longest line that fits the narrowest terminal. */
const WIDTH = 60;

/** A flag stays with its value. */
const PARTS = /--?[a-z-]+(?: (?!-)(?:'[^']*'|"[^"]*"|\S+))?|'[^']*'|"[^"]*"|\S+/g;

/** Splits a command line over as many lines as it needs, in a form that a shell accepts. */
function wrapped(line: string): string {
  const lines: string[] = [];
  let current = '  $';
  for (const part of line.match(PARTS) ?? []) {
    // Leaves room for the backslash that continues the line.
    if (current.length + 1 + part.length > WIDTH - 2) {
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
  return ['', title, ...lines.map(wrapped)].join('\n');
}

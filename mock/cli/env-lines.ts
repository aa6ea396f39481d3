import { printable } from './printable.ts';

const PLAIN = /^[\w.:/@+-]*$/;

/** For a shell nothing within single quotes means anything but itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** For `printf`: every byte that it, the quotes or a terminal could read as something else. */
function octal(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    const char = String.fromCharCode(byte);
    return /[\w .:/@+-]/.test(char) ? char : `\\${byte.toString(8).padStart(3, '0')}`;
  }).join('');
}

/**
 * A line for a shell to evaluate: it sets the variable to exactly this value, for its children too,
 * and runs nothing.
 */
export function exportLine(name: string, value: string): string {
  if (PLAIN.test(value)) return `export ${name}=${value}`;
  if (printable(value) === value) return `export ${name}=${quoted(value)}`;
  // A substitution drops line ends at its end, hence the `_`.
  return `${name}=$(printf '${octal(value)}_'); ${name}=\${${name}%_}; export ${name}`;
}

/** A line for an env file, which shells, Node and Docker read each in its own way. */
export function envFileLine(name: string, value: string): string {
  if (PLAIN.test(value)) return `${name}=${value}`;
  const needsDouble = value.includes("'") && !/["\\$`!]/.test(value);
  return `${name}=${needsDouble ? `"${value}"` : quoted(value)}`;
}

/** A name to read, beside lines that are pasted: it means nothing to a shell, in a comment or not. */
export function commentOf(text: string): string {
  const shown = printable(text);
  return /^[\w .:/@+-]*$/.test(shown) ? shown : quoted(shown);
}

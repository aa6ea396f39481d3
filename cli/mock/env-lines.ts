import { fileError } from '../files/file-error.ts';
import { writeWhole } from '../files/write-whole.ts';
import { RunFailure } from '../output/print-finding.ts';
import { printable } from '../output/printable.ts';

const PLAIN = /^[\w.:/@+-]*$/;

/** In a shell, everything within single quotes is literal. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Escapes for `printf` every byte that `printf`, the quotes or a terminal could misread. */
function octal(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    const char = String.fromCharCode(byte);
    return /[\w .:/@+-]/.test(char) ? char : `\\${byte.toString(8).padStart(3, '0')}`;
  }).join('');
}

/**
 * Returns a line for a shell to evaluate. It sets the variable to exactly this value, also for
 * child processes, and runs nothing.
 */
export function exportLine(name: string, value: string): string {
  if (PLAIN.test(value)) return `export ${name}=${value}`;
  if (printable(value) === value) return `export ${name}=${quoted(value)}`;
  // A command substitution drops trailing line ends, hence the `_`.
  return `${name}=$(printf '${octal(value)}_'); ${name}=\${${name}%_}; export ${name}`;
}

/**
 * Returns a line for an env file. Shells, Node and Docker each read such files in their own way.
 */
export function envFileLine(name: string, value: string): string {
  if (PLAIN.test(value)) return `${name}=${value}`;
  const needsDouble = value.includes("'") && !/["\\$`!]/.test(value);
  return `${name}=${needsDouble ? `"${value}"` : quoted(value)}`;
}

/**
 * Returns a name as a comment beside lines that are pasted. A shell treats it as nothing, in a
 * comment or not.
 */
export function commentOf(text: string): string {
  const shown = printable(text);
  return /^[\w .:/@+-]*$/.test(shown) ? shown : quoted(shown);
}

/**
 * Writes the variables to the file of `--write-env`, readable only by its owner.
 *
 * @throws RunFailure if the file cannot be written; it is then unchanged.
 */
export async function writeEnvFile(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = Object.entries(env).map(([name, value]) => `${envFileLine(name, value)}\n`);
  try {
    await writeWhole(file, lines);
  } catch (error) {
    throw new RunFailure(`${fileError('--write-env', file, error).message}; nothing was written`);
  }
}

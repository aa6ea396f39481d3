import { printableLines } from '../printable.ts';
import { tell } from '../tell.ts';
import { printEnvelope } from './envelope.ts';

/** The result of a command. */
export interface Finding {
  /** False if what was examined or tried is not as it should be. */
  readonly ok: boolean;
  /** The report for scripts. */
  readonly data: object;
  /** The text for people. */
  readonly text: string;
  /** Also for people, if the text is data for another program: written to standard error. */
  readonly notes?: string;
}

/** How the result of a command is printed. */
export interface Printing {
  /** The words that name the command, such as `archive verify`. */
  readonly command: string;
  /** Prints one line of JSON instead of the text. */
  readonly json: true | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Prints a result. If something is not as it should be, the exit code is 1. */
export function printFinding({ command, json, now }: Printing, finding: Finding): void {
  const { ok, data, text, notes } = finding;
  if (json) printEnvelope(command, now, { ok, data });
  else {
    if (text !== '') process.stdout.write(`${printableLines(text)}\n`);
    if (notes !== undefined) notes.split('\n').forEach(tell);
  }
  if (!ok) process.exitCode = 1;
}

import { isApiError } from '../../src/errors/api-error.ts';
import { CallError } from '../../src/errors/consent-evidence-error.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { printableJson, printableLines, tell } from './printable.ts';

/**
 * A failure while the command ran, not in how it was called. It is reported in one line, and the
 * exit code is 1.
 */
export class RunFailure extends Error {}

declare const __PACKAGE_VERSION__: string;

/** What a command says: what it did or found, or the error that ended it. */
type Said = { readonly ok: boolean; readonly data: object } | { readonly error: Error };

/** Returns an error in the form for scripts. Messages of this package never contain a secret. */
export function errorFor(error: Error): Record<string, unknown> {
  const { name, message } = error;
  if (error instanceof InvalidInputError) return { name, message, issues: error.issues };
  if (!(error instanceof CallError)) return { name, message };
  const { operation, outcome, requestId, attempts } = error;
  const answer = isApiError(error) ? { code: error.code, status: error.status } : {};
  return {
    name,
    message,
    ...answer,
    operation,
    outcome,
    attempts,
    ...(requestId !== undefined && { requestId }),
  };
}

/**
 * Prints the one line of `--json`, the same for every command, as `cli-output.schema.json` has it.
 *
 * @param command the words that name the command, such as `archive verify`.
 */
export function printEnvelope(command: string, now: () => number, said: Said): void {
  const ok = 'data' in said && said.ok;
  const head = { ok, command, version: __PACKAGE_VERSION__, at: new Date(now()).toISOString() };
  const rest = 'data' in said ? { data: said.data } : { error: errorFor(said.error) };
  process.stdout.write(`${printableJson({ ...head, ...rest })}\n`);
}

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
interface Printing {
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

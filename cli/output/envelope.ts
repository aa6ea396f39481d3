import { isApiError } from '../../src/errors/api-error.ts';
import { CallError } from '../../src/errors/consent-evidence-error.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { printableJson } from '../printable.ts';

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

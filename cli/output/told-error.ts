import { isApiError } from '../../src/errors/api-error.ts';
import { CallError } from '../../src/errors/consent-evidence-error.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';

/** Returns an error in the form for scripts. Messages of this package never contain a secret. */
export function toldError(error: Error): Record<string, unknown> {
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

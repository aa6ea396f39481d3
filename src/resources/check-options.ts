import type { Operation } from '../contract/endpoints.ts';
import { unknownOptions } from '../contract/unknown-options.ts';
import { InvalidInputError, invalidInput } from '../errors/invalid-input-error.ts';
import type { CallOptions } from '../transport/call-options.ts';

const CALL_OPTIONS = ['signal', 'timeoutMs', 'deadlineMs', 'maxRetries', 'label'];

/**
 * Refuses options that are no object, or hold a name that means nothing here, with the name that
 * was probably meant.
 */
export function checkOptions(
  options: unknown,
  names: readonly string[],
  operation: Operation,
): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidInput('options', 'expected an object', operation);
  }
  const unknown = unknownOptions(options, [...names, ...CALL_OPTIONS]);
  if (unknown.length > 0) throw new InvalidInputError(unknown, operation);
}

/** The options that bound a call, out of a method's own. */
export function callOptionsOf(options: CallOptions | undefined): CallOptions {
  const { signal, timeoutMs, deadlineMs, maxRetries, label } = options ?? {};
  return { signal, timeoutMs, deadlineMs, maxRetries, label };
}

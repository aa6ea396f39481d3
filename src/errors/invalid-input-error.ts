import type { Operation } from '../contract/endpoints.ts';
import type { Issue } from '../options/issue.ts';
import { ConsentEvidenceError } from './consent-evidence-error.ts';

/**
 * An input was rejected before anything was sent or changed. Each issue names the field and what
 * was expected, never the value of a secret.
 *
 * @example
 * ```ts
 * await client.cdrs.get('../keys').catch((error: InvalidInputError) => error.issues);
 * // [{ path: 'cdrId', message: 'must not hold "/" …' }]
 * ```
 */
export class InvalidInputError extends ConsentEvidenceError {
  static override readonly kind: string = 'InvalidInputError';

  /** Each field that is wrong, and what was expected. */
  readonly issues: readonly Issue[];
  /** Nothing reached the service. */
  readonly outcome = 'not_sent';
  /** Nothing was sent. */
  readonly attempts = 0;
  /** No time was spent. */
  readonly elapsedMs = 0;
  /** The operation that was called; absent outside a call, as in a constructor. */
  declare readonly operation?: Operation;
  /**
   * If an iteration over pages had begun (the key function returned an invalid key): the token to
   * resume from.
   */
  declare readonly pageToken?: string;

  /**
   * @param within the option that the paths are relative to, which the message puts before them.
   */
  constructor(issues: readonly Issue[], operation?: Operation, within?: string) {
    const text = issues.map(({ path, message }) => {
      const at = [within, path].filter(Boolean).join('.');
      return at === '' ? message : `${at}: ${message}`;
    });
    super(['InvalidInputError'], [...(operation ? [operation] : []), text.join('; ')].join(': '));
    this.issues = issues;
    if (operation !== undefined) this.operation = operation;
  }
}

/** Creates an `InvalidInputError` with one issue. */
export function invalidInput(
  path: string,
  message: string,
  operation?: Operation,
): InvalidInputError {
  return new InvalidInputError([{ path, message }], operation);
}

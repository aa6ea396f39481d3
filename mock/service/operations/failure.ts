import { ERROR_STATUS, type KnownErrorCode } from '../../../src/contract/error-codes.ts';
import type { Decision } from '../../world/entities.ts';

/** What a refusal carries besides its code and message. */
export interface FailureOptions {
  /** Which check decided, for `explain`. */
  readonly check: string;
  readonly section: string;
  readonly values?: Decision['values'];
  readonly details?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A refusal by the service. Only this error becomes an envelope: anything else that an operation
 * throws is a bug in the fake.
 */
export class ServiceFailure extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly decision: Decision;

  /** @param message says the reason and the next step. */
  constructor(code: KnownErrorCode, message: string, options: FailureOptions) {
    super(message);
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.details = options.details;
    this.headers = options.headers ?? {};
    this.decision = {
      check: options.check,
      section: options.section,
      values: options.values ?? {},
    };
  }
}

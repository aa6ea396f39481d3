import type { Issue } from '../../src/options/issue.ts';

/** The codes of the control API's refusals, each with its HTTP status. */
export const CONTROL_ERROR_STATUS = {
  INVALID_JSON: 400,
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FOREIGN_HOST: 403,
  FOREIGN_ORIGIN: 403,
  CONTROL_TOKEN_NEEDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CHANGED_SINCE: 409,
  WORLD_GONE: 410,
  BODY_TOO_LARGE: 413,
  BODY_NOT_JSON: 415,
  TOO_MANY: 429,
  INTERNAL: 500,
} as const;

/** The code of a refusal. */
export type ControlErrorCode = keyof typeof CONTROL_ERROR_STATUS;

/** A refusal by the control API. The service's own refusals do not use it. */
export class ControlFailure extends Error {
  readonly code: ControlErrorCode;
  readonly issues: readonly Issue[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message the reason and the next step. */
  constructor(
    code: ControlErrorCode,
    message: string,
    { issues, headers = {} }: { issues?: readonly Issue[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.headers = headers;
  }
}

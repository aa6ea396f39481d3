import type { Issue } from './rows.ts';

/** A refusal by the control API, or a failure to reach it. */
export class ControlFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** The fields that were refused, if the refusal names any. */
  readonly issues: readonly Issue[];

  constructor(status: number, code: string, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}

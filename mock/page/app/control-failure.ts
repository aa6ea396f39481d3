import type { Issue } from './rows.ts';

/** What the control API refused, or that it could not be reached. */
export class ControlFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** Which fields were meant, where some were. */
  readonly issues: readonly Issue[];

  constructor(status: number, code: string, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}

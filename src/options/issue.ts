/**
 * One problem with a value that was passed in.
 *
 * `path` is dotted, relative to that value, and leads to the field itself, even a misspelt one
 * (`disclosure.requiredText.0.ruleId`). It is empty if the issue concerns the whole value.
 */
export interface Issue {
  /** Dotted path to the field; empty if the issue concerns the whole value. */
  readonly path: string;
  /** What was expected. Never the value of a secret. */
  readonly message: string;
  /** Identifies the issue to a program if the path alone does not; see {@link IssueCode}. */
  readonly code?: IssueCode;
}

/**
 * `FOREIGN_ORIGIN`: a well-formed share link on an origin that is neither `baseUrl`'s nor one of
 * `shareOrigins`. Either the link is wrong or, just as likely, `shareOrigins` lacks an origin.
 * `NO_VALUE`: in place of a share, a text that means that there is none (`undefined`, `{{url}}`).
 * `DASHBOARD_URL`: the address of a page for people in place of the share URL (spec §4.7).
 */
export type IssueCode = 'FOREIGN_ORIGIN' | 'NO_VALUE' | 'DASHBOARD_URL';

/** The most issues that one check reports: a hostile value can have any number of wrong fields. */
export const ISSUES_MAX = 100;

/** Puts `within` before the path of each issue. */
export function issuesWithin(within: string, issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({
    ...issue,
    path: issue.path === '' ? within : `${within}.${issue.path}`,
  }));
}

import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';

/**
 * One thing wrong with a value that was handed in.
 *
 * `path` is dotted and relative to that value, down to the field itself, a misspelt one included
 * (`disclosure.requiredText.0.ruleId`); it is empty where the value as a whole is meant.
 */
export interface Issue {
  /** Dotted, down to the field; empty where the value as a whole is meant. */
  readonly path: string;
  /** What was expected. Never the value of a secret. */
  readonly message: string;
  /** What a program tells the issue by, where the path alone does not say enough; see {@link IssueCode}. */
  readonly code?: IssueCode;
}

/**
 * `FOREIGN_ORIGIN`: a well-formed share link on an origin that is neither `baseUrl`'s nor one of
 * `shareOrigins`. As likely as a wrong link it is a set-up that does not know where its links live.
 */
export type IssueCode = 'FOREIGN_ORIGIN';

type RawIssue = z.core.$ZodIssue;

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

/** How zod begins where a schema has no words of its own; every message here begins with what was expected. */
const ZOD_PREAMBLE = /^(?:Invalid input|Invalid option|Too small|Too big): /;

/** The most issues that one check reports: a hostile value can hold any number of wrong fields. */
export const ISSUES_MAX = 100;

/** What one finding of zod comes to: one issue for each unrecognised key. */
export function toIssues(raw: RawIssue): Issue[] {
  if (raw.code === 'unrecognized_keys') {
    // zod reports an unrecognised key at its parent; the service names the key itself (spec §2.7).
    return raw.keys.map((key) => ({
      path: dotted([...raw.path, key]),
      message: `"${key.slice(0, 100)}" is not a field here`,
    }));
  }
  return [{ path: dotted(raw.path), message: raw.message.replace(ZOD_PREAMBLE, '') }];
}

/**
 * Checks `value` against `schema` and lists what is wrong with it; an empty list means it fits.
 * The value itself is left as it is.
 *
 * @param max the first so many, for a reader who knows what bounds the value.
 */
export function issuesOf(schema: z.core.$ZodType, value: unknown, max = ISSUES_MAX): Issue[] {
  // zod/mini brings no words of its own for what a schema does not say itself.
  const result = z.safeParse(schema, value, { error: english().localeError });
  if (result.success) return [];
  return result.error.issues.flatMap(toIssues).slice(0, max);
}

import * as z from 'zod/mini';
import { expectationOf } from './expectation-of.ts';
import { withNearest } from './with-nearest.ts';

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
 */
export type IssueCode = 'FOREIGN_ORIGIN';

type RawIssue = z.core.$ZodIssue;

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

/** The most issues that one check reports: a hostile value can have any number of wrong fields. */
export const ISSUES_MAX = 100;

/**
 * Converts one zod issue. Unrecognised keys give one issue each, with the key that was probably
 * meant, taken from `names`, the keys allowed there.
 */
export function toIssues(raw: RawIssue, names: readonly string[] = []): Issue[] {
  if (raw.code === 'unrecognized_keys') {
    // zod reports an unrecognised key at its parent; the service names the key itself (spec §2.7).
    return raw.keys.map((key) => ({
      path: dotted([...raw.path, key]),
      message: withNearest(`"${key.slice(0, 100)}" is not a known field`, key, names),
    }));
  }
  return [{ path: dotted(raw.path), message: raw.message }];
}

/** Returns an object schema's keys, from its data: `instanceof` its class would bundle all of zod. */
function namesOf(schema: { _zod: { def: object } } | undefined): string[] {
  const { shape }: { shape?: object } = schema?._zod.def ?? {};
  return Object.keys(shape ?? {});
}

/**
 * Checks `value` against `schema` and lists what is wrong with it. An empty list means that it fits.
 * Does not change the value.
 *
 * @param max how many issues to return at most. Set it higher only if the value is bounded.
 */
export function issuesOf(schema: z.core.$ZodType, value: unknown, max = ISSUES_MAX): Issue[] {
  const names = new Map<readonly string[], string[]>();
  const error = (raw: z.core.$ZodRawIssue) => {
    // Only here does zod give the schema of the object; the issue has the same array of keys.
    if (raw.code === 'unrecognized_keys') names.set(raw.keys, namesOf(raw.inst));
    return expectationOf(raw);
  };
  const result = z.safeParse(schema, value, { error });
  if (result.success) return [];
  return result.error.issues
    .flatMap((raw) => toIssues(raw, raw.code === 'unrecognized_keys' ? names.get(raw.keys) : []))
    .slice(0, max);
}

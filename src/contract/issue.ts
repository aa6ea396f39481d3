import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import { withNearest } from './with-nearest.ts';

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

/**
 * What one finding of zod comes to: one issue for each unrecognised key, with the one of `names`, the
 * keys that can stand there, that was probably meant.
 */
export function toIssues(raw: RawIssue, names: readonly string[] = []): Issue[] {
  if (raw.code === 'unrecognized_keys') {
    // zod reports an unrecognised key at its parent; the service names the key itself (spec §2.7).
    return raw.keys.map((key) => ({
      path: dotted([...raw.path, key]),
      message: withNearest(`"${key.slice(0, 100)}" is not a field here`, key, names),
    }));
  }
  return [{ path: dotted(raw.path), message: raw.message.replace(ZOD_PREAMBLE, '') }];
}

/** The names that an object's schema knows. By its data, for its class would bring all of zod along. */
function namesOf(schema: { _zod: { def: object } } | undefined): string[] {
  const { shape }: { shape?: object } = schema?._zod.def ?? {};
  return Object.keys(shape ?? {});
}

/**
 * Checks `value` against `schema` and lists what is wrong with it; an empty list means it fits.
 * The value itself is left as it is.
 *
 * @param max the first so many, for a reader who knows what bounds the value.
 */
export function issuesOf(schema: z.core.$ZodType, value: unknown, max = ISSUES_MAX): Issue[] {
  const names = new Map<readonly string[], string[]>();
  // zod/mini brings no words of its own for what a schema does not say itself.
  const words = english().localeError;
  const error = (raw: z.core.$ZodRawIssue) => {
    // Only here zod tells which object it was; the issue has the same list of keys.
    if (raw.code === 'unrecognized_keys') names.set(raw.keys, namesOf(raw.inst));
    return words(raw);
  };
  const result = z.safeParse(schema, value, { error });
  if (result.success) return [];
  return result.error.issues
    .flatMap((raw) => toIssues(raw, raw.code === 'unrecognized_keys' ? names.get(raw.keys) : []))
    .slice(0, max);
}

import * as z from 'zod/mini';
import { ISSUES_MAX, type Issue } from '../options/issue.ts';
import { withNearest } from '../options/with-nearest.ts';
import { expectationOf } from './expectation-of.ts';

type RawIssue = z.core.$ZodIssue;

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

/**
 * Converts one zod issue. Unrecognised keys give one issue each, with the key that was probably
 * meant, taken from `names`, the keys allowed there.
 */
export function toIssues(raw: RawIssue, names: readonly string[] = [], max = ISSUES_MAX): Issue[] {
  if (raw.code === 'unrecognized_keys') {
    // zod reports an unrecognised key at its parent; the service names the key itself (spec §2.7).
    // A hostile object can have any number of them, and looking for the nearest name takes time.
    return raw.keys.slice(0, max).map((key) => ({
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
    .flatMap((raw) =>
      toIssues(raw, raw.code === 'unrecognized_keys' ? names.get(raw.keys) : [], max),
    )
    .slice(0, max);
}

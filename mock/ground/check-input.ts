import * as core from 'zod/v4/core';
import { expectationOf } from '../../src/contract/expectation-of.ts';
import { toIssues } from '../../src/contract/issue.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { ISSUES_MAX, type Issue } from '../../src/options/issue.ts';
import { withNearest } from '../../src/options/with-nearest.ts';

type Finding = core.$ZodIssue;

/** Returns the schemas that a value at one place may have, without any wrappers. */
function variants(schema: core.$ZodType): core.$ZodType[] {
  if (
    schema instanceof core.$ZodOptional ||
    schema instanceof core.$ZodExactOptional ||
    schema instanceof core.$ZodNullable
  ) {
    return variants(schema._zod.def.innerType);
  }
  if (schema instanceof core.$ZodLazy) return variants(schema._zod.innerType);
  if (schema instanceof core.$ZodUnion) return schema._zod.def.options.flatMap(variants);
  return [schema];
}

function step(schema: core.$ZodType, segment: PropertyKey): core.$ZodType[] {
  if (schema instanceof core.$ZodObject) {
    const shape = schema._zod.def.shape as Readonly<Record<PropertyKey, core.$ZodType>>;
    const member = Object.hasOwn(shape, segment) ? shape[segment] : undefined;
    return member === undefined ? [] : variants(member);
  }
  return schema instanceof core.$ZodArray ? variants(schema._zod.def.element) : [];
}

/** Returns the names that an object at `path` may have. */
function namesAt(schema: core.$ZodType, path: readonly PropertyKey[]): string[] {
  const here = path.reduce<core.$ZodType[]>(
    (schemas, segment) => schemas.flatMap((each) => step(each, segment)),
    variants(schema),
  );
  return here.flatMap((each) =>
    each instanceof core.$ZodObject ? Object.keys(each._zod.def.shape) : [],
  );
}

/** Returns whether the value is of another kind, so that this choice of a union cannot be meant. */
function isOtherKind(findings: readonly Finding[]): boolean {
  const kinds = ['invalid_type', 'invalid_value'];
  return findings.some(({ code, path }) => path.length === 0 && kinds.includes(code ?? ''));
}

/**
 * Returns what is wrong inside a union's value: for the one choice that can be meant, or, if there
 * are several, the keys that none of them has. If that is nothing, returns the union's own finding.
 */
function unfold(finding: Finding): Finding[] {
  if (finding.code !== 'invalid_union') return [finding];
  const meant = finding.errors.filter((findings) => !isOtherKind(findings));
  const [first = [], ...others] = meant;
  const inside =
    others.length === 0
      ? first
      : first.filter(
          (each) =>
            each.code === 'unrecognized_keys' &&
            others.every((findings) => findings.some((other) => isSameFinding(each, other))),
        );
  if (inside.length === 0) return [finding];
  return inside.flatMap(unfold).map((each) => ({ ...each, path: [...finding.path, ...each.path] }));
}

function isSameFinding(one: Finding, other: Finding): boolean {
  if (one.code !== 'unrecognized_keys' || other.code !== 'unrecognized_keys') return false;
  return one.path.join() === other.path.join() && one.keys.join() === other.keys.join();
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (held, segment) => (held as Readonly<Record<PropertyKey, unknown>> | undefined)?.[segment],
    value,
  );
}

function explain(schema: core.$ZodType, value: unknown, finding: Finding): Issue[] {
  const issues = toIssues(finding);
  if (finding.code === 'unrecognized_keys') {
    const names = namesAt(schema, finding.path);
    return issues.map(({ path, message }, index) => {
      return { path, message: withNearest(message, finding.keys[index] ?? '', names) };
    });
  }
  const given = finding.code === 'invalid_value' ? valueAt(value, finding.path) : undefined;
  if (finding.code !== 'invalid_value' || typeof given !== 'string') return issues;
  const names = finding.values.filter((each) => typeof each === 'string');
  return issues.map(({ path, message }) => ({ path, message: withNearest(message, given, names) }));
}

/**
 * Returns what does not fit, with the path of each fault and what was expected. For a misspelt
 * field or value, it also says which one was probably meant, at any depth, including in lists and
 * unions.
 */
export function inputIssues(schema: core.$ZodType, value: unknown): Issue[] {
  const result = core.safeParse(schema, value, { error: expectationOf });
  if (result.success) return [];
  return result.error.issues
    .flatMap(unfold)
    .flatMap((finding) => explain(schema, value, finding))
    .slice(0, ISSUES_MAX);
}

/** Throws an `InvalidInputError` with what `inputIssues` finds, if anything. */
export function checkInput(schema: core.$ZodType, value: unknown): void {
  const issues = inputIssues(schema, value);
  if (issues.length > 0) throw new InvalidInputError(issues);
}

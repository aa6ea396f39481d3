import * as core from 'zod/v4/core';
import { expectationOf } from '../../src/contract/expectation-of.ts';
import { toIssues } from '../../src/contract/issue.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { ISSUES_MAX, type Issue } from '../../src/options/issue.ts';
import { withNearest } from '../../src/options/with-nearest.ts';
import { isEmptyList } from './empty-list.ts';

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

function findingsOf(schema: core.$ZodType, value: unknown): Finding[] {
  const result = core.safeParse(schema, value, { error: expectationOf });
  return result.success ? [] : result.error.issues.flatMap(unfold);
}

/** Returns whether the text of one path is that of the other. */
const isSamePath = (one: Finding, other: Finding): boolean =>
  JSON.stringify(one.path) === JSON.stringify(other.path);

/** One round can uncover members of a list that was none, so there may be another. */
const ROUNDS_MAX = 5;

/**
 * Replaces each `[]` by `{}` where only an object fits: PHP writes both as `[]`. Changes the value.
 */
export function withEmptyObjects(schema: core.$ZodType, value: unknown): unknown {
  const held = { value };
  const put = ({ path }: Finding, to: unknown): void => {
    const parent = valueAt(held, ['value', ...path].slice(0, -1)) as Record<PropertyKey, unknown>;
    parent[path.at(-1) ?? 'value'] = to;
  };
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const lists = findingsOf(schema, held.value).filter(({ path }) =>
      isEmptyList(valueAt(held.value, path)),
    );
    if (lists.length === 0) break;
    for (const list of lists) put(list, {});
    const left = findingsOf(schema, held.value);
    const wrong = lists.filter((list) => left.some((finding) => isSamePath(finding, list)));
    for (const list of wrong) put(list, []);
    if (wrong.length === lists.length) break;
  }
  return held.value;
}

/**
 * Returns what does not fit, with the path of each fault and what was expected. For a misspelt
 * field or value, it also says which one was probably meant, at any depth, including in lists and
 * unions.
 */
export function inputIssues(schema: core.$ZodType, value: unknown): Issue[] {
  return findingsOf(schema, value)
    .flatMap((finding) => explain(schema, value, finding))
    .slice(0, ISSUES_MAX);
}

/** Throws an `InvalidInputError` with what `inputIssues` finds, if anything. */
export function checkInput(schema: core.$ZodType, value: unknown): void {
  const issues = inputIssues(schema, value);
  if (issues.length > 0) throw new InvalidInputError(issues);
}

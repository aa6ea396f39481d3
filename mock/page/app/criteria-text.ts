import { jsonFaultOf } from '../../ground/json-fault.ts';

/** Where something stands in a JSON value. */
export type Path = readonly (string | number)[];

/** Criteria as they were typed: a JSON value, or where the text stops to be one. */
export type TypedCriteria = { readonly value: unknown } | { readonly fault: string };

/** Reads the text; an empty one demands nothing, which is `undefined`. */
export function readCriteria(text: string): TypedCriteria {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    const fault = jsonFaultOf(text);
    if (fault === undefined) return { fault: 'not valid JSON' };
    const { line, column, expected } = fault;
    return { fault: `not valid JSON at line ${line}, column ${column}: expected ${expected}` };
  }
}

/** What stands at a path; `undefined` where there is no such place. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => {
    const isHolder = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step);
    return isHolder ? (inner as Record<string | number, unknown>)[step] : undefined;
  }, value);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** A copy with `given` at the path; `undefined` takes away what is there and what it leaves empty. */
function withValueAt(value: unknown, path: Path, given: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return given;
  const inner = withValueAt(valueAt(value, [step]), rest, given);
  const isGone = inner === undefined || isEmpty(inner);
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? (value as unknown[]) : [];
    return isGone ? list.toSpliced(step, 1) : list.toSpliced(step, 1, inner);
  }
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  const members = new Map(isRecord ? Object.entries(value) : []);
  if (isGone) members.delete(step);
  else members.set(step, inner);
  return Object.fromEntries(members);
}

/** The text of criteria with one field changed. What else was typed stays, known or not. */
export function withField(value: unknown, path: Path, given: unknown): string {
  const changed = withValueAt(value ?? { schemaVersion: 1 }, path, given);
  const names = Object.keys(changed as object);
  if (names.every((name) => name === 'schemaVersion')) return '';
  return JSON.stringify(changed, null, 2);
}

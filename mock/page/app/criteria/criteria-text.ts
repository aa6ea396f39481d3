import { jsonFaultOf } from '../../../ground/json-fault.ts';

/** The path of a value within a JSON value. */
export type Path = readonly (string | number)[];

/** Criteria as typed: a JSON value, or where the text stops being JSON. */
export type TypedCriteria = { readonly value: unknown } | { readonly fault: string };

/** Reads the text. An empty text means no criteria: the value is `undefined`. */
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

/** Returns the value at a path, or `undefined` if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => {
    const isHolder = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step);
    return isHolder ? (inner as Record<string | number, unknown>)[step] : undefined;
  }, value);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * Returns a copy with `given` at the path. `undefined` removes the value there and any container
 * left empty.
 */
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

/**
 * Returns the text of the criteria with one field changed. The rest of what was typed stays, known
 * or not.
 */
export function withField(value: unknown, path: Path, given: unknown): string {
  const changed = withValueAt(value ?? { schemaVersion: 1 }, path, given);
  const names = Object.keys(changed as object);
  if (names.every((name) => name === 'schemaVersion')) return '';
  return JSON.stringify(changed, null, 2);
}

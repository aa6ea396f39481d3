import type { Issue } from '../options/issue.ts';

/** The most that a lead's data may have as JSON. */
const BYTES_MAX = 16_384;
/** Deeper than data of a lead is, and no risk to the stack. */
const DEPTH_MAX = 64;

/** Whether `JSON.parse` would give a member of this kind back as it is. */
function isScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm has that realm's prototype, which has none itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** Finds the first value that JSON would leave out, change or never end. */
function issueIn(root: unknown): Issue | undefined {
  let valuesLeft = BYTES_MAX;
  const wrong = (path: string, message: string): Issue => ({ path, message });
  const look = (value: unknown, path: string, depth: number): Issue | undefined => {
    if (isScalar(value)) return undefined;
    const isObject = typeof value === 'object' && value !== null;
    if (!isObject || (!Array.isArray(value) && !isPlain(value))) {
      return wrong(
        path,
        'expected a JSON value: no undefined, function, number that is not finite, or class',
      );
    }
    if (depth > DEPTH_MAX)
      return wrong(path, `expected a value without a cycle, at most ${DEPTH_MAX} deep`);
    const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    for (const [name, member] of members) {
      valuesLeft -= 1;
      if (valuesLeft < 0) return wrong('data', `expected at most ${BYTES_MAX} bytes of JSON`);
      const found = look(member, `${path}.${name}`, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return look(root, 'data', 0);
}

/** Returns a lead's data as JSON, `null` for none; or what is wrong with it. */
export function jsonText(data: unknown): { text: string | null } | { issues: Issue[] } {
  if (data === undefined) return { text: null };
  const issue = issueIn(data);
  if (issue !== undefined) return { issues: [issue] };
  const text = JSON.stringify(data);
  if (new TextEncoder().encode(text).length <= BYTES_MAX) return { text };
  return { issues: [{ path: 'data', message: `expected at most ${BYTES_MAX} bytes of JSON` }] };
}

/** Members whose own member names come from a page or a person, so those names are values too. */
const OPEN_MEMBERS: ReadonlySet<string> = new Set(['customMetadata', 'autoMetadata']);

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;
const CODE = /^[A-Z][A-Z0-9_]{1,49}$/;

const DEPTH_MAX = 5;
const MEMBERS_MAX = 40;

function shapeOfObject(value: object, depth: number): string {
  if (depth >= DEPTH_MAX) return 'object';
  const entries = Object.entries(value).slice(0, MEMBERS_MAX);
  const members = entries.map(([name, member]) => {
    const shown = NAME.test(name) ? name : '(a name)';
    return `${shown}: ${OPEN_MEMBERS.has(name) ? typeof member : shapeOf(member, depth + 1)}`;
  });
  return `{ ${members.join(', ')} }`;
}

/**
 * Describes the form of a JSON value: member names, types, and lengths of lists. Never contains a
 * value, so it reveals nothing that a record holds.
 */
export function shapeOf(value: unknown, depth = 0): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    if (value.length > 0 && depth >= DEPTH_MAX) return 'list';
    return value.length === 0 ? '[]' : `[${value.length} of ${shapeOf(value[0], depth + 1)}]`;
  }
  return typeof value === 'object' ? shapeOfObject(value, depth) : typeof value;
}

/** Returns an error code if it looks like one. Anything else could contain data and is not shown. */
export function shownCode(code: unknown): string {
  return typeof code === 'string' && CODE.test(code) ? code : `a code that is ${typeof code}`;
}

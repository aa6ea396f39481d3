/** More objects than valid criteria have: 40 rules, each with its phrases, and their holders. */
const OBJECTS_MAX = 200;

/** Returns what an object has, hidden or inherited too, but no inherited methods. */
function membersOf(value: object): [name: string, member: unknown][] {
  const members: [string, unknown][] = [];
  let at: object | null = value;
  // Each realm has its own `Object.prototype`, which ends every chain.
  while (at !== null && !Object.hasOwn(at, 'isPrototypeOf')) {
    for (const name of Object.getOwnPropertyNames(at)) {
      const member: unknown = Reflect.get(value, name);
      if (at === value || typeof member !== 'function') members.push([name, member]);
    }
    at = Object.getPrototypeOf(at) as object | null;
  }
  return members;
}

/**
 * Copies criteria into plain objects, as they are read. JSON leaves out what an object does not have
 * itself, such as the getter of a class: the requirement would not be sent, and a record that does
 * not meet it would be paid for.
 */
export function plainCopy(criteria: unknown): unknown {
  let objects = 0;
  const copyOf = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    objects += 1;
    // Not criteria, but perhaps a whole object graph. It is refused as it is.
    if (objects > OBJECTS_MAX) return value;
    if (Array.isArray(value)) return value.map(copyOf);
    return Object.fromEntries(membersOf(value).map(([name, member]) => [name, copyOf(member)]));
  };
  return copyOf(criteria);
}

import { asRead } from './as-read.ts';

/** More objects than valid criteria have: 40 rules, each with its phrases, and their holders. */
const OBJECTS_MAX = 200;

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
    const members = Object.entries(asRead(value));
    return Object.fromEntries(members.map(([name, member]) => [name, copyOf(member)]));
  };
  return copyOf(criteria);
}

import { exactJsonText } from '../texts/json-text.ts';

/** Members of an object, whatever they are. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value has members of its own. */
export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a value of a record as text; what is no text as JSON. Never by `String`, which fails for a
 * deeply nested list, and for an object with a member `toString`.
 */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : exactJsonText(value);

/** Returns the entries of a list; what is no list is an entry. */
export function entriesOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

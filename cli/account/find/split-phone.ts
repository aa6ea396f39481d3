import { decodedForms } from './decoded-forms.ts';

/** Where a form divides a number: area code, exchange, line number. */
const DIVISIONS: readonly (readonly number[])[] = [[3, 6], [3], [6]];

/** A longer text is no part of a number. */
const PART_MAX_CHARS = 40;

/** Returns whether a field is this part, and nothing but digits and formatting. */
function isPart(value: unknown, part: string): boolean {
  // As a number, it has lost the zeros that it began with.
  if (typeof value === 'number') return value === Number(part);
  if (typeof value !== 'string' || value.length > PART_MAX_CHARS) return false;
  return [...decodedForms(value)].some(
    (form) => !/\p{L}/u.test(form) && form.replace(/[^0-9]/g, '') === part,
  );
}

/**
 * Returns the names of the members that together are the number, such as those of an area code and
 * the rest, in any order; `undefined` if there are none.
 */
export function splitPhone(node: object, tenDigits: string): string[] | undefined {
  const fields = Object.entries(node);
  for (const cuts of DIVISIONS) {
    const parts = [0, ...cuts].map((from, index) => tenDigits.slice(from, cuts[index]));
    const names: string[] = [];
    for (const part of parts) {
      const field = fields.find(([name, value]) => !names.includes(name) && isPart(value, part));
      if (field !== undefined) names.push(field[0]);
    }
    if (names.length === parts.length) return names;
  }
  return undefined;
}

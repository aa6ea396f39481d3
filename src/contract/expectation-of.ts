import type * as z from 'zod/mini';

/** What the length of a text or a list is counted in. */
const COUNTED = new Map(Object.entries({ string: ' characters', array: ' items' }));

/** Types whose names here are not those of zod. */
const TYPES = new Map(Object.entries({ nonoptional: 'a value', int: 'a whole number' }));

function typeOf(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Says what a schema expected that has no words of its own. The words that zod has fit any program. */
export function expectationOf(raw: z.core.$ZodRawIssue): string {
  switch (raw.code) {
    case 'invalid_type':
      return `expected ${TYPES.get(raw.expected) ?? raw.expected}, received ${typeOf(raw.input)}`;
    case 'invalid_value': {
      const values = raw.values.map((value) => JSON.stringify(value));
      return `expected ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`;
    }
    case 'too_small': {
      const least = raw.inclusive === false ? 'more than' : 'at least';
      return `expected ${least} ${raw.minimum}${COUNTED.get(raw.origin) ?? ''}`;
    }
    case 'too_big': {
      const most = raw.inclusive === false ? 'less than' : 'at most';
      return `expected ${most} ${raw.maximum}${COUNTED.get(raw.origin) ?? ''}`;
    }
    default:
      return 'expected another value';
  }
}

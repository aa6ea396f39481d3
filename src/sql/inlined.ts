/** A value of a statement. */
type SqlValue = string | number | null;

const utf8 = new TextEncoder();

/** What most ids are made of. */
const PLAIN = /^[\w.:-]*$/;

/** Nothing of a text can end the quotes: it is letters and digits, or else its bytes in hex. */
function textOf(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  const hex = Array.from(utf8.encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `convert_from(decode('${hex}', 'hex'), 'UTF8')`;
}

function expressionOf(value: unknown): string {
  if (typeof value === 'string') return textOf(value);
  if (Number.isSafeInteger(value)) return `(${String(value)})`;
  if (value === null) return 'NULL';
  throw new TypeError('expected a string, a whole number or null for each parameter');
}

/**
 * Gives a statement with its values in it, not beside it: only so can it share a round trip with
 * other statements. The database reads the values that it would have read from parameters. `$` must
 * stand for nothing but these.
 */
export function inlined(statement: string): (values: readonly SqlValue[]) => string {
  // The numbers of the parameters are at the odd places.
  const parts = statement.split(/\$(\d+)/);
  return (values) => {
    const expressions = values.map(expressionOf);
    return parts
      .map((part, index) => (index % 2 === 0 ? part : (expressions[Number(part) - 1] ?? '')))
      .join('');
  };
}

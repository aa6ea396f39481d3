/** A value of a statement. */
type SqlValue = string | number | null;

const utf8 = new TextEncoder();

/** The characters of most ids. */
const PLAIN = /^[\w.:-]*$/;

/** Quotes a text so that it cannot end its quotes: plain characters, or its bytes in hex. */
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
 * Returns a function that writes the values into the statement. A statement with parameters cannot
 * share a round trip with others; one without can. The database reads the same values as it would
 * from parameters. Every `$` in the statement must be a parameter.
 */
export function inlined(statement: string): (values: readonly SqlValue[]) => string {
  // The parameters' numbers are at the odd indexes.
  const parts = statement.split(/\$(\d+)/);
  return (values) => {
    const expressions = values.map(expressionOf);
    return parts
      .map((part, index) => (index % 2 === 0 ? part : (expressions[Number(part) - 1] ?? '')))
      .join('');
  };
}

/** Not an integer, so its cast fails; the error message contains it, whatever the server's language. */
const NOT_DONE = 'consent_evidence_not_done';

/**
 * The end of a statement that must fail if its `done` has no row. The `COMMIT` after it is in the same
 * round trip, so no one could look at the rows in between.
 */
export const MUST_BE_DONE = `
    SELECT (CASE WHEN EXISTS (SELECT FROM done) THEN '1' ELSE '${NOT_DONE}' END)::integer`;

/** Tells whether a statement failed because of {@link MUST_BE_DONE}. */
export function isNotDone(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === '22P02' && String(message).includes(NOT_DONE);
}

import { type Kind, kindOf } from '../options/kinds.ts';

/** A unique index, which a table needs. */
export interface UniqueIndex {
  /** Its column, or its columns with `, ` between them. */
  readonly column: string;
  /** The rows that it is for. */
  readonly where?: string | undefined;
}

/** An index as it was found. */
interface FoundIndex {
  readonly column: unknown;
  readonly where: string | null | undefined;
}

/** A predicate without what a database adds to it: parentheses, spaces and the types of texts. */
function bare(predicate: string | null | undefined): string {
  return (predicate ?? '').replace(/::(?:text|character varying)|[()\s]/g, '');
}

/** Returns those that were not found. Indexes are known by what they refuse, not by their names. */
export function indexesNotIn(
  found: readonly FoundIndex[],
  needed: readonly UniqueIndex[],
): UniqueIndex[] {
  const isThere = ({ column, where }: UniqueIndex): boolean =>
    found.some((each) => each.column === column && bare(each.where) === bare(where));
  return needed.filter((each) => !isThere(each));
}

/** The default table names of this package, by what the tables hold. */
export const TABLES = {
  webhooks: 'consent_evidence_webhooks',
  leads: 'consent_evidence_leads',
  inbox: 'consent_evidence_inbox',
} as const;

/** Short enough that the name of an index, which is made from it, fits Postgres' 63 bytes. */
const TABLE = /^[a-z_][a-z0-9_]{0,49}$/;

/** The option `table`, with or without a schema. It is checked because SQL contains it as it is. */
export const tableName = (): Kind =>
  kindOf(
    'at most 50 lower-case letters, digits and "_", with or without a schema prefix',
    (value) => {
      const parts = typeof value === 'string' ? value.split('.') : [];
      return [1, 2].includes(parts.length) && parts.every((part) => TABLE.test(part));
    },
  );

/** Returns the name of the index on columns, which is in the table's own schema. */
export function indexNameOf(table: string, columns: string): string {
  const [first = ''] = columns.split(', ');
  return `${table.slice(table.indexOf('.') + 1)}_${first}`;
}

/**
 * Returns the beginning of an index in SQLite, which wants the schema before the name of the index
 * and not before that of the table.
 */
export function sqliteIndexOn(table: string, column: string): string {
  const dot = table.indexOf('.') + 1;
  return `IF NOT EXISTS ${table.slice(0, dot)}${indexNameOf(table, column)} ON ${table.slice(dot)} (${column})`;
}

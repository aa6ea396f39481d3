import { invalidInput } from '../errors/invalid-input-error.ts';

/** The default table names of this package, by what the tables hold. */
export const TABLES = {
  webhooks: 'consent_evidence_webhooks',
  leads: 'consent_evidence_leads',
  inbox: 'consent_evidence_inbox',
} as const;

/** Short enough that the name of an index, which is made from it, fits Postgres' 63 bytes. */
const TABLE = /^[a-z_][a-z0-9_]{0,49}$/;

/** Returns the table's name, with or without a schema, checked because SQL contains it as it is. */
export function checkTableName(given: string | undefined, holds: keyof typeof TABLES): string {
  const table = given === undefined ? TABLES[holds] : given;
  const parts = typeof table === 'string' ? table.split('.') : [];
  if (parts.length >= 1 && parts.length <= 2 && parts.every((part) => TABLE.test(part))) {
    return table;
  }
  throw invalidInput(
    'table',
    'expected at most 50 lower-case letters, digits and "_", with or without a schema prefix',
  );
}

/** Returns the name of the index on one column, which is in the table's own schema. */
export function indexNameOf(table: string, column: string): string {
  return `${table.slice(table.indexOf('.') + 1)}_${column}`;
}

/**
 * Returns the beginning of an index in SQLite, which wants the schema before the name of the index
 * and not before that of the table.
 */
export function sqliteIndexOn(table: string, column: string): string {
  const dot = table.indexOf('.') + 1;
  return `IF NOT EXISTS ${table.slice(0, dot)}${indexNameOf(table, column)} ON ${table.slice(dot)} (${column})`;
}

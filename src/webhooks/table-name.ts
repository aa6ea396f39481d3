import { invalidInput } from '../errors/invalid-input-error.ts';

/** Where a store keeps its ids unless said otherwise. */
const TABLE_DEFAULT = 'consent_evidence_webhooks';

/** Short enough that the index's name, which is made from it, fits Postgres' 63 bytes. */
const TABLE = /^[a-z_][a-z0-9_]{0,49}$/;

/** A table's name, with a schema's in front or without; it becomes part of SQL as it is. */
export function checkTableName(table: string = TABLE_DEFAULT): string {
  const parts = typeof table === 'string' ? table.split('.') : [];
  if (parts.length >= 1 && parts.length <= 2 && parts.every((part) => TABLE.test(part))) {
    return table;
  }
  throw invalidInput(
    'table',
    'expected at most 50 lower-case letters, digits and "_", with a schema in front or without',
  );
}

/** The name of the index on one column, which stands in the table's own schema. */
export function indexNameOf(table: string, column: string): string {
  return `${table.slice(table.indexOf('.') + 1)}_${column}`;
}

import { invalidInput } from '../errors/invalid-input-error.ts';

/** The tables of this package, by what they hold, where the caller names none. */
export const TABLES = {
  webhooks: 'consent_evidence_webhooks',
  leads: 'consent_evidence_leads',
  inbox: 'consent_evidence_inbox',
} as const;

/** Short enough that the index's name, which is made from it, fits Postgres' 63 bytes. */
const TABLE = /^[a-z_][a-z0-9_]{0,49}$/;

/** A table's name, with a schema's in front or without; it becomes part of SQL as it is. */
export function checkTableName(given: string | undefined, holds: keyof typeof TABLES): string {
  const table = given === undefined ? TABLES[holds] : given;
  const parts = typeof table === 'string' ? table.split('.') : [];
  if (parts.length >= 1 && parts.length <= 2 && parts.every((part) => TABLE.test(part))) {
    return table;
  }
  throw invalidInput(
    'table',
    'expected at most 50 lower-case letters, digits and "_", with or without a schema in front',
  );
}

/** The name of the index on one column, which stands in the table's own schema. */
export function indexNameOf(table: string, column: string): string {
  return `${table.slice(table.indexOf('.') + 1)}_${column}`;
}

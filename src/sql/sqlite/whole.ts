import { indexesNotIn, indexNameOf, type UniqueIndex } from '../table-name.ts';
import type { SqliteDatabase } from './database.ts';

interface ListedIndex {
  readonly name: string;
  readonly unique: number;
}

/** Returns the statements that would create the unique indexes that a table lacks. */
export function missingSqliteIndexes(
  database: SqliteDatabase,
  table: string,
  needed: readonly UniqueIndex[],
): string[] {
  const dot = table.indexOf('.') + 1;
  const [schema, name] = [table.slice(0, dot), table.slice(dot)];
  const rowsOf = (sql: string, ...values: string[]): unknown[] =>
    database.prepare(sql).all(...values);
  const listed = rowsOf(`PRAGMA ${schema}index_list(${name})`) as ListedIndex[];
  const found = listed
    .filter(({ unique }) => unique === 1)
    .map((index) => {
      const columns = rowsOf(`PRAGMA ${schema}index_info('${index.name.replaceAll("'", "''")}')`);
      const [made] = rowsOf(`SELECT sql FROM ${schema}sqlite_master WHERE name = ?`, index.name);
      const names = (columns as { name: string | null }[]).map(({ name }) => name);
      const { sql } = (made ?? {}) as { sql?: string | null };
      const where = /\sWHERE\s(.*)$/is.exec(sql ?? '')?.[1];
      return { column: names.includes(null) ? undefined : names.join(', '), where };
    });
  return indexesNotIn(found, needed).map(({ column, where }) => {
    const rows = where === undefined ? '' : ` WHERE ${where}`;
    return `CREATE UNIQUE INDEX ${schema}${indexNameOf(table, column)}_unique ON ${name} (${column})${rows}`;
  });
}

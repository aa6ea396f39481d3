import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const ENTRY = 'test/engines/node_modules/@duckdb/node-api/lib/index.js';

/** A row, with what JSON cannot hold as text. */
export type Row = Readonly<Record<string, unknown>>;

interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{
        runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Row[] }>;
        closeSync(): void;
      }>;
      closeSync(): void;
    }>;
  };
}

/** Whether DuckDB is installed here. Prints a line if not. */
export function hasDuckDb(): boolean {
  if (existsSync(ENTRY)) return true;
  console.log('skipped: no DuckDB here (npm ci --prefix test/engines --ignore-scripts)');
  return false;
}

/** Runs a query in a database of its own, in memory, and returns its rows. */
export async function inDuckDb(sql: string): Promise<Row[]> {
  const { DuckDBInstance } = (await import(pathToFileURL(ENTRY).href)) as DuckDb;
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

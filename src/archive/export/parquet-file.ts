import { parquetWriteBuffer } from 'hyparquet-writer/src/write.js';
import type { SchemaElement, TableRow } from './parquet-columns.ts';

/**
 * Encodes rows as a Parquet file of one row group. It is loaded when a table is written, and imports
 * nothing of ours, so that the rest is not split for it.
 */
export function parquetFile(
  rows: readonly TableRow[],
  columns: readonly string[],
  elements: readonly SchemaElement[],
): Uint8Array {
  const columnData = columns.map((name) => ({ name, data: rows.map((row) => row[name]) }));
  const schema = [...elements];
  return new Uint8Array(parquetWriteBuffer({ columnData, schema, rowGroupSize: rows.length }));
}

import { stat } from 'node:fs/promises';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { type SqliteLedger, sqliteLedger } from '../../../src/intake/sqlite.ts';
import { TABLES } from '../../../src/sql/table-name.ts';
import { fileError } from '../../files/file-error.ts';

const FLAG = '--ledger';

/** What a file says of a ledger in it. */
interface Found {
  readonly hasTable: boolean;
  /** `null` if no intake has used the ledger; `undefined` if it says nothing of that. */
  readonly account: unknown;
}

/** Looks for a ledger's tables. The file is opened so that nothing in it can change. */
async function lookInto(file: string, table: string): Promise<Found> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file, { readOnly: true });
  const has = (name: string): boolean => {
    const sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
    return database.prepare(sql).get(name) !== undefined;
  };
  try {
    const hasTable = has(table);
    if (!hasTable || !has(`${table}_about`)) return { hasTable, account: undefined };
    return { hasTable, ...database.prepare(`SELECT account FROM ${table}_about`).get() } as Found;
  } finally {
    database.close();
  }
}

/**
 * Opens the `sqliteLedger` in this file; the caller closes it. A file without a ledger is refused,
 * because opening it would create a table there, or a new file for a mistyped path.
 *
 * @param isNewFine whether no intake needs to have used the ledger before.
 * @throws InvalidInputError naming the flag and the file.
 */
export async function sqliteLedgerFile(
  file: string,
  { table = TABLES.leads, isNewFine = true }: { table?: string | undefined; isNewFine?: boolean },
): Promise<SqliteLedger> {
  const refuse = (error: unknown) => fileError(FLAG, file, error);
  const there = await stat(file).catch((error: unknown) => {
    throw refuse(error);
  });
  if (!there.isFile()) throw invalidInput(FLAG, `${file}: expected a file`);
  const found = await lookInto(file, table).catch((error: unknown) => {
    throw refuse(error);
  });
  if (!found.hasTable) {
    const message = `${file}: has no table ${table}, so it is not a ledger of sqliteLedger()`;
    throw invalidInput(FLAG, message);
  }
  if (found.account === null && !isNewFine) {
    throw invalidInput(FLAG, `${file}: no lead intake has used this ledger yet`);
  }
  try {
    return sqliteLedger(file, { table });
  } catch (error) {
    throw refuse(error);
  }
}

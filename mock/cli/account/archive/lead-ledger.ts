import { stat } from 'node:fs/promises';
import { invalidInput } from '../../../../src/errors/invalid-input-error.ts';
import { type SqliteLedger, sqliteLedger } from '../../../../src/intake/sqlite.ts';
import { fileError } from '../../file-error.ts';

const FLAG = '--ledger';
const TABLE = 'consent_evidence_leads';

/** Whether the file has a ledger's table; it is opened so that nothing in it can change. */
async function hasLedger(file: string): Promise<boolean> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
    return database.prepare(sql).get(TABLE) !== undefined;
  } finally {
    database.close();
  }
}

/**
 * The ledger in this file of `sqliteLedger`; the caller closes it. A file without one is refused:
 * opening would make a table in it, and a path that was mistyped, a file.
 *
 * @throws InvalidInputError naming the flag and the file.
 */
export async function leadLedger(file: string): Promise<SqliteLedger> {
  const refuse = (error: unknown) => fileError(FLAG, file, error);
  const found = await stat(file).catch((error: unknown) => {
    throw refuse(error);
  });
  if (!found.isFile()) throw invalidInput(FLAG, `${file}: expected a file`);
  try {
    if (await hasLedger(file)) return sqliteLedger(file);
  } catch (error) {
    throw refuse(error);
  }
  throw invalidInput(
    FLAG,
    `${file}: has no table ${TABLE}, so it is not a ledger of sqliteLedger()`,
  );
}

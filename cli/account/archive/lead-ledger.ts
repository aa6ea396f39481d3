import { stat } from 'node:fs/promises';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { type SqliteLedger, sqliteLedger } from '../../../src/intake/sqlite.ts';
import { fileError } from '../../files/file-error.ts';

const FLAG = '--ledger';
const TABLE = 'consent_evidence_leads';

/**
 * Tells whether the file has a ledger's table. The file is opened so that nothing in it can change.
 */
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
 * Opens the `sqliteLedger` in this file; the caller closes it. A file without a ledger is refused,
 * because opening it would create a table there, or a new file for a mistyped path.
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

import { isConsentEvidenceError } from '../../../src/errors/consent-evidence-error.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { type Ledger, LedgerError } from '../../../src/intake/index.ts';
import { sqliteLedger } from '../../../src/intake/sqlite.ts';
import { tableName } from '../../../src/sql/table-name.ts';
import { fileError } from '../../files/file-error.ts';
import { RunFailure } from '../../output/print-finding.ts';
import type { LedgerFlags } from './ledger-flags.ts';
import { sqliteLedgerFile } from './sqlite-ledger-file.ts';

const FLAG = '--ledger';

/** A ledger that the flags name. */
export interface OpenedLedger {
  readonly ledger: Ledger;
  /** Its file, or its URL without the password. */
  readonly shown: string;
  close(): void | Promise<void>;
}

/** How a command treats a ledger that no intake has used. */
export interface LedgerUse {
  /** Whether that is fine. Default: it is refused, because it is the wrong one. */
  readonly isNewFine?: boolean;
  /** Whether it is made if it is missing. */
  readonly isMade?: boolean;
}

/** Replaces what is secret in a text: the password of a URL, as it is and as it is in the URL. */
function redacted(text: string, given: string): string {
  if (!URL.canParse(given)) return text;
  const { password, searchParams } = new URL(given);
  const settings = [...searchParams].flatMap(([name, value]) => (/pass/i.test(name) ? value : []));
  const secrets = [given, password, decodeURIComponent(password), ...settings];
  return secrets
    .filter((each) => each !== '')
    .reduce((rest, each) => rest.replaceAll(each, '…'), text);
}

async function openFile(
  { ledger: file, table }: LedgerFlags,
  { isNewFine, isMade }: Required<LedgerUse>,
): Promise<OpenedLedger> {
  const open = async () => {
    if (!isMade) return sqliteLedgerFile(file, { table, isNewFine });
    try {
      return sqliteLedger(file, { table });
    } catch (error) {
      throw error instanceof LedgerError ? error : fileError(FLAG, file, error);
    }
  };
  const ledger = await open();
  const opened = ledger as Ledger;
  return { ledger: opened, shown: file, close: () => ledger.close() };
}

/** SQL contains the name as it is. */
function checkTable(table: string | undefined): void {
  const { fits, expected } = tableName();
  if (table !== undefined && !fits(table)) throw invalidInput('--table', `expected ${expected}`);
}

async function open(flags: LedgerFlags, use: Required<LedgerUse>): Promise<OpenedLedger> {
  const { ledger: given, table } = flags;
  checkTable(table);
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(given) ?? [];
  if (scheme === undefined) return openFile(flags, use);
  // Whatever it is, it may contain a password.
  if (!/^postgres(?:ql)?$/i.test(scheme)) {
    throw invalidInput(FLAG, 'expected the SQLite file of a ledger, or a postgres:// URL');
  }
  const { openPostgres } = await import('./postgres-ledger.ts');
  const opened = await openPostgres(given, { table, ...use });
  return { ...opened, ledger: opened.ledger };
}

/** The error in the words of the command line; any other error is a bug, and stays as it is. */
function wordedError(error: unknown, given: string): unknown {
  if (error instanceof LedgerError) {
    const { reason, message, cause } = error;
    if (reason === 'other_account') return invalidInput('--account', message);
    if (reason !== 'failed') return invalidInput(FLAG, message);
    const why = cause instanceof Error ? `: ${cause.message}` : '';
    return new RunFailure(redacted(message + why, given));
  }
  if (isConsentEvidenceError(error) || error instanceof RunFailure) return error;
  // Errors of SQLite, of Postgres and of its driver have a code.
  const { code, message } = error as { code?: unknown; message?: string };
  if (typeof code !== 'string') return error;
  return new RunFailure(`the ledger failed: ${redacted(message || code, given)}`);
}

/**
 * Opens the ledger that the flags name, works with it and closes it.
 *
 * @throws InvalidInputError for a ledger that is missing, another account's, or of another version;
 * RunFailure if it fails, without the password of its URL.
 */
export async function withLedger<T>(
  flags: LedgerFlags,
  work: (opened: OpenedLedger) => Promise<T>,
  { isNewFine = false, isMade = false }: LedgerUse = {},
): Promise<T> {
  try {
    const opened = await open(flags, { isNewFine, isMade });
    try {
      await opened.ledger.open(flags.account);
      return await work(opened);
    } finally {
      await opened.close();
    }
  } catch (error) {
    throw wordedError(error, flags.ledger);
  }
}

import { createRequire } from 'node:module';
import path from 'node:path';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { type PostgresLedger, postgresLedger } from '../../../src/intake/postgres.ts';
import { TABLES } from '../../../src/sql/table-name.ts';

const FLAG = '--ledger';
/** Long enough for a database far away, and short enough for a person. */
const CONNECT_MS = 10_000;
/** As many as leads are in work at once, at most. */
const CONNECTIONS = 8;

/** The parts of the user's own `pg` that are used. */
interface Pg {
  readonly Pool: new (options: object) => Pool;
}

type Pool = Parameters<typeof postgresLedger>[0] & { end(): Promise<void> };

/** Loads the user's own `pg`: from the folder where the command runs, or from beside this package. */
function loadPg(): Pg {
  for (const from of [path.join(process.cwd(), 'any.js'), import.meta.url]) {
    try {
      return createRequire(from)('pg') as Pg;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw invalidInput(FLAG, 'a postgres:// URL needs the package pg; install it: npm install pg');
}

/** A ledger in Postgres, and how to let go of it. */
export interface OpenedPostgres {
  readonly ledger: PostgresLedger;
  /** The URL without the user, the password and the settings. */
  readonly shown: string;
  close(): Promise<void>;
}

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === '42P01';

/** @throws InvalidInputError if the database has no such ledger, or no intake has used it. */
async function refuseOther(pool: Pool, table: string, isNewFine: boolean): Promise<void> {
  const result = await pool.query(`SELECT account FROM ${table}_about`).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    const message = `the database has no table ${table} of postgresLedger()`;
    throw invalidInput(FLAG, message);
  });
  const [row] = Array.isArray(result) ? [] : (result.rows as { account: unknown }[]);
  if (row?.account === null && !isNewFine) {
    throw invalidInput(FLAG, 'no lead intake has used this ledger yet');
  }
}

/**
 * Opens the ledger at a `postgres://` URL with the user's own `pg`.
 *
 * @throws InvalidInputError naming the flag, never the password.
 */
export async function openPostgres(
  given: string,
  {
    table = TABLES.leads,
    isNewFine,
    isMade,
  }: { table?: string | undefined; isNewFine: boolean; isMade: boolean },
): Promise<OpenedPostgres> {
  if (!URL.canParse(given)) throw invalidInput(FLAG, 'expected a postgres:// URL that can be read');
  const url = new URL(given);
  const pool = new (loadPg().Pool)({
    connectionString: given,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
  });
  const close = (): Promise<void> => pool.end();
  try {
    const ledger = postgresLedger(pool, { table });
    if (isMade) await ledger.createTables();
    await refuseOther(pool, table, isNewFine);
    return { ledger, shown: `postgres://${url.host}${url.pathname}`, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

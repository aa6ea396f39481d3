import { checkedOptions } from '../../src/errors/checked-options.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { callback, hasMethods, objectWith, required } from '../../src/options/kinds.ts';
import type { OptionTable } from '../../src/options/option-table.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { onNobodysBehalf, presentOwner } from './host-timers.ts';

/** A value of a statement. */
export type SqlValue = string | number | null;

/** The rows of a statement. */
export interface SqlRows {
  /** One object for each row, by column. */
  rows: unknown[];
}

/** The parts of a PGlite that are used. */
export interface PGliteLike {
  /** Runs one statement with its values. */
  query(text: string, values: SqlValue[]): Promise<SqlRows>;
  /** Runs statements without values. */
  exec(text: string): Promise<SqlRows[]>;
}

/** A client of the pool. With `true`, `release` rolls back, as a server does with a lost connection. */
export interface SimulatedPostgresClient {
  /** Runs one statement with its values, or several without. */
  query(text: string, values?: SqlValue[]): Promise<SqlRows | SqlRows[]>;
  /** Returns the client to the pool. */
  release(destroy?: boolean): void;
}

/** A pool over one PGlite: one transaction after the other. */
export interface SimulatedPostgresPool extends Pick<SimulatedPostgresClient, 'query'> {
  /** Takes the one connection, once it is free. */
  connect(): Promise<SimulatedPostgresClient>;
}

/**
 * Options of `pglitePool`. In a world, both are those that `start` receives.
 *
 * @example
 * ```ts
 * const options: PGlitePoolOptions = { clock: Date, random: Math.random };
 * ```
 */
export interface PGlitePoolOptions {
  /** The world's clock. */
  readonly clock: Pick<Clock, 'now'>;
  /** The world's random numbers, from 0 up to 1. */
  readonly random: () => number;
}

const OPTIONS = (): OptionTable<PGlitePoolOptions> => ({
  clock: required(objectWith('the clock that start receives', 'now')),
  random: required(callback),
});

/** A name in an earlier schema of the path is found before that of `pg_catalog`. */
const PREPARE = `
  ROLLBACK;
  DROP SCHEMA IF EXISTS public CASCADE;
  CREATE SCHEMA public;
  CREATE SCHEMA IF NOT EXISTS world;
  CREATE OR REPLACE FUNCTION world.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
    $$ SELECT to_timestamp(current_setting('world.now')::float8 / 1000) $$;
  CREATE OR REPLACE FUNCTION world.now() RETURNS timestamptz LANGUAGE sql AS
    $$ SELECT to_timestamp(current_setting('world.now')::float8 / 1000) $$;
  CREATE OR REPLACE FUNCTION world.gen_random_uuid() RETURNS uuid LANGUAGE sql AS
    $$ SELECT md5(pg_catalog.random()::text)::uuid $$;
  SET search_path = public, world, pg_catalog;`;

/**
 * Makes a pool over a PGlite, for `durable`, so that what a program keeps in Postgres stands in a
 * world. The schema `public` is emptied first, so that all worlds can share one PGlite, and none of
 * them can run at the same time as another. `now()`, `clock_timestamp()`, `random()` and
 * `gen_random_uuid()` are those of the world; `CURRENT_TIMESTAMP` is not.
 *
 * If a process dies with a client of the pool, its transaction is rolled back.
 *
 * @throws `InvalidInputError` for a `db` that is no PGlite, and for a missing or unknown option,
 * before anything is executed.
 * @example
 * ```ts
 * import { PGlite } from '@electric-sql/pglite';
 * const db = await PGlite.create();
 * const onPostgres: StartProgram = async ({ clientOptions, clock, durable, random }) => {
 *   const pool = durable('pool', () => pglitePool(db, { clock, random }));
 *   const ledger = postgresLedger(pool);
 *   await ledger.createTables();
 *   const client = new ConsentEvidence(clientOptions);
 *   const intake = createLeadIntake({ client, ledger, criteria, clock });
 *   return {
 *     take: (lead) => intake.take(lead),
 *     tick: () => intake.resume(),
 *     orphans: () => intake.orphans(),
 *   };
 * };
 * ```
 */
export function pglitePool(db: PGliteLike, options: PGlitePoolOptions): SimulatedPostgresPool {
  if (!hasMethods(db, ['query', 'exec'])) throw invalidInput('db', 'expected a PGlite');
  const { clock, random } = checkedOptions(OPTIONS, options);
  // Postgres has timers of its own, whose length depends on the real time.
  const exec = (text: string) => onNobodysBehalf(() => db.exec(text));
  const execute = (text: string, values: SqlValue[]) =>
    onNobodysBehalf(() => db.query(text, values));
  let told: number | undefined;
  let last: Promise<unknown> = exec(`${PREPARE} SELECT setseed(${2 * random() - 1});`);

  /** Tells the database the time. A setting is lost with its transaction. */
  async function tellTime(text: string): Promise<void> {
    const now = clock.now();
    if (/^\s*rollback/i.test(text)) told = undefined;
    else if (now !== told) {
      const set = execute("SELECT set_config('world.now', $1, false)", [String(now)]);
      told = await set.then(
        () => now,
        () => undefined,
      );
    }
  }

  async function run(text: string, values?: SqlValue[]) {
    await tellTime(text);
    try {
      return values === undefined ? await exec(text) : await execute(text, values);
    } catch (error) {
      told = undefined;
      throw error;
    }
  }

  /** One statement after the other: a rollback comes behind what its dead process had sent. */
  let running: Promise<unknown> = last;

  /** The world's time stands still until all statements so far are done, on a busy machine as well. */
  function waitForStatements(): void {
    const end = presentOwner()?.beginJob();
    if (end !== undefined) running.then(end, end);
  }

  function query(text: string, values?: SqlValue[]) {
    const next = running.then(() => run(text, values));
    running = next.catch(() => undefined);
    waitForStatements();
    return next;
  }

  const connect = (): Promise<SimulatedPostgresClient> =>
    new Promise((resolve, reject) => {
      waitForStatements();
      const lend = (): Promise<void> =>
        new Promise((free) => {
          const rollBack = (): void => void query('ROLLBACK').then(() => free(), free);
          resolve({ query, release: (destroy) => (destroy === true ? rollBack() : free()) });
        });
      last = last.then(lend, reject);
    });

  return {
    connect,
    async query(text, values) {
      const client = await connect();
      return client.query(text, values).finally(() => client.release());
    },
  };
}

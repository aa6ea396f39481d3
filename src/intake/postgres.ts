/**
 * A ledger of leads in Postgres, for intakes on several machines.
 *
 * @module
 */

import { checkedOptions } from '../errors/checked-options.ts';
import { flag } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import {
  type ClientOf,
  checkPool,
  type PooledPostgresClient,
  type PostgresPool,
} from '../sql/postgres/pool.ts';
import { TABLES, tableName } from '../sql/table-name.ts';
import type { Ledger } from './ledger.ts';
import { PostgresLeads } from './postgres-leads.ts';

export type {
  ClientOf,
  PooledPostgresClient,
  PostgresClient,
  PostgresPool,
  PostgresResult,
} from '../sql/postgres/pool.ts';

/** Options of {@link postgresLedger}. */
export interface PostgresLedgerOptions {
  /** The table's name, with or without a schema. Default: `consent_evidence_leads`. */
  readonly table?: string | undefined;
  /**
   * Whether statements have names, `pool.query({ name, text, values })`, so that each connection of
   * the server parses and plans them once. A pooler that refuses them is noticed, and nothing is named
   * from then on. Default: `true` for a pool that counts its clients in `totalCount`, as `pg` does.
   */
  readonly namedStatements?: boolean | undefined;
}

const OPTIONS = (): OptionTable<PostgresLedgerOptions> => ({
  table: tableName(),
  namedStatements: flag,
});

/** A {@link Ledger} in Postgres. The `tx` of its transactions is the client. */
export interface PostgresLedger<Client = PooledPostgresClient> extends Ledger<Client> {
  /**
   * Creates the table and its indexes if the table is missing; only then needs the right to do so.
   *
   * @throws `LedgerError` with the reason `not_whole` if there is a table without them.
   */
  createTables(): Promise<void>;
  /** The same as SQL, one statement, for your own migrations; any number may run it at once. */
  readonly migrationSql: string;
}

/**
 * Creates a ledger in Postgres over your own pool, for any number of intakes on any number of
 * machines. Its table comes from `createTables()`, or from `migrationSql` in your migrations. Each
 * step is one statement, or with `onDecision` one short transaction, whose client it gets as `tx`.
 * If `onDecision` sends nothing for 20 seconds, or for the role's own
 * `idle_in_transaction_session_timeout`, the server ends that connection, and the lead is held.
 *
 * Instants come from the intakes' clocks: keep the machines' clocks within a few seconds of each
 * other. A larger difference can make two machines ask for the same lead; only one result counts.
 *
 * @throws `InvalidInputError` for an invalid table name, or a `pool` that is none, such as a `Client`.
 * @example
 * ```ts
 * const ledger = postgresLedger(new Pool());
 * await ledger.createTables();
 * const intake = createLeadIntake({
 *   client,
 *   ledger,
 *   criteria,
 *   onDecision: async ({ leadId, decision }, { tx }) => {
 *     await tx.query('UPDATE leads SET decision = $2 WHERE id = $1', [leadId, decision]);
 *   },
 * });
 * ```
 */
export function postgresLedger<Pool extends PostgresPool>(
  pool: Pool,
  options: PostgresLedgerOptions = {},
): PostgresLedger<ClientOf<Pool>> {
  checkPool(pool);
  const { table = TABLES.leads, namedStatements: isNamed } = checkedOptions(OPTIONS, options);
  return new PostgresLeads(pool, table, isNamed);
}

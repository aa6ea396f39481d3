/** What is used of a client: one of `pg`'s fits. */
export interface PostgresClient {
  /** Runs one statement, its values given apart. */
  query(text: string, values?: (string | number | null)[]): Promise<{ rows: unknown[] }>;
}

/** What is used of a client that came from a pool. */
export interface PooledPostgresClient extends PostgresClient {
  /** With `true` the connection is closed, not kept. */
  release(destroy?: boolean): unknown;
  /** Hears that the connection died: a client of `pg` that no one listens to ends the process. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  /** Hears it no longer. */
  removeListener?(event: 'error', listener: (error: Error) => void): unknown;
}

/** What is used of a pool: `Pool` of `pg` fits. */
export interface PostgresPool extends PostgresClient {
  /** Takes a client out of the pool, for a transaction. */
  connect(): Promise<PooledPostgresClient>;
  /** Hears that an idle connection died. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  /** Hears which client leaves the pool. */
  on?(event: 'acquire', listener: (client: PooledPostgresClient) => void): unknown;
}

/** The client that a pool's `connect` resolves to. */
export type ClientOf<Pool extends PostgresPool> = Pool extends {
  // Two signatures, for `pg` has a second one, with a callback.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- any other signature is passed over
  connect: { (): Promise<infer Client>; (...args: any[]): any };
}
  ? Client
  : PooledPostgresClient;

/** A pool or a client that is kept from ending the process. */
type Survivor = PostgresPool | PooledPostgresClient;

const surviving = new WeakSet<Survivor>();

function survive(survivor: Survivor): boolean {
  if (surviving.has(survivor)) return false;
  surviving.add(survivor);
  survivor.on?.('error', () => undefined);
  return true;
}

/**
 * Keeps the process alive when a connection of the pool dies: `pg` has dropped it by then, or will
 * reject its next query, and all that is left is an event that ends a process where no one listens.
 * Listeners of the user's own hear it as before.
 *
 * A client needs it from the moment that it leaves the pool. Whoever waits for the promise of
 * `connect` comes too late: one network packet can hold the end of the query before, which hands the
 * client on, and the end of the connection.
 */
export function surviveDeaths(pool: PostgresPool): void {
  if (survive(pool)) pool.on?.('acquire', survive);
}

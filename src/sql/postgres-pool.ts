/** What a statement gives. */
export interface PostgresResult {
  /** Its rows, as objects. */
  readonly rows: unknown[];
}

/** The parts of a client that are used: a client of `pg` has them. */
export interface PostgresClient {
  /**
   * Runs one statement with its values, which are passed separately; or, without values, one or more
   * statements that are separated by semicolons, whose results may come as a list.
   */
  query(
    text: string,
    values?: (string | number | null)[],
  ): Promise<PostgresResult | PostgresResult[]>;
}

/** Returns the rows of the last statement. */
export function rowsOfLast(result: PostgresResult | PostgresResult[] | undefined): unknown[] {
  return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [];
}

/** The parts of a client from a pool that are used. */
export interface PooledPostgresClient extends PostgresClient {
  /** Returns the client to the pool; with `true`, closes its connection instead. */
  release(destroy?: boolean): unknown;
  /**
   * Listens for the connection's death, which ends the process if a `pg` client has no listener.
   */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  /** Stops listening. */
  removeListener?(event: 'error', listener: (error: Error) => void): unknown;
}

/** The parts of a pool that are used: `Pool` of `pg` has them. */
export interface PostgresPool extends PostgresClient {
  /** Takes a client out of the pool, for a transaction. */
  connect(): Promise<PooledPostgresClient>;
  /** Listens for the death of an idle connection. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  /** Listens for clients that leave the pool. */
  on?(event: 'acquire', listener: (client: PooledPostgresClient) => void): unknown;
}

/** The client that a pool's `connect` resolves to. */
export type ClientOf<Pool extends PostgresPool> = Pool extends {
  // Two signatures, because `pg` has a second one with a callback.
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
 * Keeps the process alive when a connection of the pool dies. By then `pg` has dropped the
 * connection, or will reject its next query; all that is left is an event, which ends a process
 * that has no listener. The user's own listeners still get it.
 *
 * A client needs the listener as soon as it leaves the pool. When the promise of `connect`
 * resolves, it is too late: one network packet can contain both the end of the previous query,
 * which passes the client on, and the end of the connection.
 */
export function surviveDeaths(pool: PostgresPool): void {
  if (survive(pool)) pool.on?.('acquire', survive);
}

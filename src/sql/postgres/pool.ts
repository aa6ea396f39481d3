import { invalidInput } from '../../errors/invalid-input-error.ts';

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
  /**
   * How many clients it has, as a `Pool` of `pg` counts them. Where there is such a count, the `query`
   * of the pool and of its clients also gets `{ name, text, values }` in place of a text, unless
   * `namedStatements` is `false`.
   */
  readonly totalCount?: number;
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

/** What would take the transaction's connection away from it. */
const OURS = new Set<PropertyKey>(['release', 'connect', 'end']);

function refusal(name: string): () => never {
  return () => {
    const message = `must not call ${name}(): the transaction returns its client to the pool itself`;
    throw invalidInput('tx', message);
  };
}

/**
 * Returns the client as the user's part of a transaction gets it: the same, but that giving it back
 * throws right there. A second release would end the process later, or hand the connection to
 * another transaction.
 */
export function ownClient<Client extends object>(client: Client): Client {
  /** Each method once, so that it is the same at each look. */
  const methods = new Map<unknown, unknown>();
  const bound = (name: PropertyKey, method: () => unknown): unknown => {
    const known = methods.get(method);
    // To the client itself, whose private fields a proxy does not have.
    const own = known ?? (OURS.has(name) ? refusal(String(name)) : method.bind(client));
    methods.set(method, own);
    return own;
  };
  return new Proxy(client, {
    get(_, name) {
      const value: unknown = Reflect.get(client, name);
      const isFixed = Reflect.getOwnPropertyDescriptor(client, name)?.configurable === false;
      if (typeof value !== 'function' || isFixed) return value;
      return bound(name, value as () => unknown);
    },
    set: (_, name, value) => Reflect.set(client, name, value),
  });
}

/** What tells a client of `pg` from a pool, which also has `query` and `connect`. */
type MaybeClient = Partial<Record<'query' | 'connect' | 'escapeIdentifier', unknown>> | null;

/**
 * Checks that this is a pool. A single client works for each statement on its own and fails only at
 * the first transaction, when a lead has been paid for.
 */
export function checkPool(pool: PostgresPool): void {
  const given = pool as MaybeClient | undefined;
  if (typeof given?.escapeIdentifier === 'function') {
    throw invalidInput('pool', 'expected a Pool of pg, not a Client: a transaction takes its own');
  }
  if (typeof given?.query === 'function' && typeof given.connect === 'function') return;
  throw invalidInput('pool', 'expected a Pool of pg, with query() and connect()');
}

/**
 * Begins a statement whose commit must be on the disk, and on the synchronous standby if there is
 * one, whatever the role has set: something outside is then told that it is done. A stricter
 * setting is kept. The change ends with the transaction, and takes no extra round trip. The
 * statement must select from `durable`.
 */
export const DURABLE = `
    WITH durable AS (
      SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)
    )`;

/**
 * Begins a statement whose commit is not waited for: if a server that dies loses it, that costs no
 * more than never having written it. The statement must select from `passing`.
 */
export const PASSING = `
    WITH passing AS (SELECT set_config('synchronous_commit', 'off', true))`;

/** As long as one attempt of the service lasts (spec §6.3). */
const IDLE_LIMIT = '20s';
const SETTING = 'idle_in_transaction_session_timeout';

/**
 * Sets how long the transaction may do nothing, unless the role or the session has set that. After
 * it, the server ends the connection: neither a function that hangs nor a machine that has lost its
 * power keeps a lock, and the pool gets the place back. The change ends with the transaction.
 */
export const IDLE_LIMITED = `
    SELECT set_config('${SETTING}', '${IDLE_LIMIT}', true)
    WHERE current_setting('${SETTING}') = '0'`;

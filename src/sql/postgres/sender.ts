import { type PostgresClient, type PostgresPool, rowsOfLast } from './pool.ts';
import { retried } from './transaction.ts';

/** Values of a statement, in the order of its parameters. */
type Values = (string | number | null)[];

/**
 * The server does not know the name, knows it already, or its plan gives other columns by now. As with
 * every error, it has taken back whatever the statement did: it may be sent again.
 */
const NAME_REFUSED = new Set(['26000', '42P05', '0A000']);

const isNameRefused = (error: unknown): boolean =>
  NAME_REFUSED.has(String((error as { code?: unknown } | null)?.code));

const FNV_PRIME = 0x0100_0193;

function fnv(text: string, offset: number): string {
  let hash = offset;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/**
 * Returns the name of a statement, made from its text: through a pooler, other processes and other
 * versions of this package meet the same connection of the server.
 */
export function statementName(text: string): string {
  return `consent_evidence_${fnv(text, 0x811c_9dc5)}${fnv(text, 0x6c62_272e)}`;
}

type NamedQuery = (config: object, values: Values) => ReturnType<PostgresClient['query']>;

/** Sends a statement to a client of a transaction, and returns its rows. */
export type Send = (client: PostgresClient, text: string, values: Values) => Promise<unknown[]>;

/** Sends statements to a pool, those with values by name. */
export class PostgresSender {
  readonly #pool: PostgresPool;
  readonly #names = new Map<string, string>();
  #isNamed: boolean;

  constructor(pool: PostgresPool, isNamed = pool.totalCount !== undefined) {
    this.#pool = pool;
    this.#isNamed = isNamed;
  }

  /** Runs one statement, and again if it was rolled back because of another, or refused by its name. */
  async rows(text: string, values: Values): Promise<unknown[]> {
    return retried(async () => {
      const byName = this.#isNamed && values.length > 0;
      try {
        return await this.#send(this.#pool, text, values);
      } catch (error) {
        if (!byName || !isNameRefused(error)) throw error;
        this.#isNamed = false;
        return this.#send(this.#pool, text, values);
      }
    });
  }

  /**
   * Runs a transaction, and again if a statement in it was refused by its name. It must send it before
   * anything of the caller's own runs.
   */
  async transaction<T>(run: (send: Send) => Promise<T>): Promise<T> {
    let isRefused = false;
    const send: Send = async (client, text, values) => {
      const byName = this.#isNamed;
      return this.#send(client, text, values).catch((error: unknown) => {
        isRefused = byName && isNameRefused(error);
        throw error;
      });
    };
    try {
      return await run(send);
    } catch (error) {
      if (!isRefused) throw error;
      this.#isNamed = false;
      return run(send);
    }
  }

  async #send(to: PostgresClient, text: string, values: Values): Promise<unknown[]> {
    if (!this.#isNamed || values.length === 0) return rowsOfLast(await to.query(text, values));
    const name = this.#names.get(text) ?? statementName(text);
    this.#names.set(text, name);
    // A pool or a client of `pg`, which takes all three in one object. The values also in their usual
    // place, for a wrapper that hands on two arguments.
    const { query } = to as unknown as { query: NamedQuery };
    return rowsOfLast(await query.call(to, { name, text, values }, values));
  }
}

import { invalidInput } from '../../errors/invalid-input-error.ts';
import {
  ownClient,
  type PooledPostgresClient,
  type PostgresPool,
  type PostgresResult,
  rowsOfLast,
} from './pool.ts';

/** Errors after which Postgres has rolled back a transaction that conflicted with another. */
const REPEATABLE = new Set(['40001', '40P01']);

/**
 * The most tries of one step, including the first. Under `serializable`, two rows that are close in
 * an index are enough for a conflict: with dozens of connections at work, five in a row do happen.
 */
export const MAX_TRIES = 20;

/** How deep to search: a query builder puts the database's error into the `cause` of its own. */
const MAX_CAUSES = 5;

/** Tells whether the database rolled the step back because of another one at the same time. */
export function isRepeatable(error: unknown): boolean {
  let each = error as { code?: unknown; cause?: unknown } | null | undefined;
  for (let i = 0; i < MAX_CAUSES && typeof each === 'object' && each !== null; i += 1) {
    if (REPEATABLE.has(String(each.code))) return true;
    each = each.cause as typeof each;
  }
  return false;
}

/** Runs one statement, and again if it was rolled back because of another. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries >= MAX_TRIES || !isRepeatable(error)) throw error;
    }
  }
}

/** A savepoint that lives exactly as long as the transaction that the store began. */
const GUARD = 'consent_evidence_guard';
const RELEASE = `RELEASE SAVEPOINT ${GUARD}`;

/** No transaction is open, or no such savepoint: our transaction ended too early. */
const GONE = new Set(['25P01', '3B001']);

/** What runs between `BEGIN` and `COMMIT`. */
interface Work<T> {
  /** Statements without parameters that are sent with `BEGIN`. */
  readonly opening?: string;
  /** The user's part. `opened`: the rows of the last statement of `opening`. */
  effect(client: PooledPostgresClient, opened: readonly unknown[]): Promise<T>;
  /**
   * Returns a last statement without parameters, if the result needs one. If it fails, the
   * transaction is not committed; the rows it finds do not matter.
   */
  readonly completion?: (result: T) => string | undefined;
}

function listOf(...statements: (string | undefined)[]): string {
  return statements.filter((each) => each !== undefined).join('; ');
}

type Outcome<T> = { result: T } | { error: unknown; again: boolean };

function endedByEffect(error: unknown): unknown {
  if (!GONE.has(String((error as { code?: unknown } | null)?.code))) return error;
  return invalidInput(
    'effect',
    'ended the transaction in which it ran, so nothing is completed: expected no BEGIN, ' +
      'COMMIT or ROLLBACK of its own, and no transaction() of a query builder; savepoints are fine',
  );
}

/**
 * One try on one connection, watched while it is out of the pool: no one else hears it die there.
 */
class Attempt<T> {
  readonly #client: PooledPostgresClient;
  #death: Error | undefined;
  /** Whether the guard is known to have survived the effect, if the error is repeatable. */
  #guarded = false;

  readonly #onDeath: (error: Error) => void;
  /** Rejects when the connection dies, so that a hanging effect does not keep it from the pool. */
  readonly #dies: Promise<never>;

  constructor(client: PooledPostgresClient) {
    this.#client = client;
    let die: (error: Error) => void = () => undefined;
    this.#dies = new Promise((_, reject) => {
      die = reject;
    });
    this.#dies.catch(() => undefined);
    this.#onDeath = (error) => {
      this.#death ??= error;
      die(error);
    };
    client.on?.('error', this.#onDeath);
  }

  async run(work: Work<T>): Promise<Outcome<T>> {
    try {
      const opened = await this.#statement(listOf(`BEGIN; SAVEPOINT ${GUARD}`, work.opening));
      const result = await Promise.race([
        work.effect(ownClient(this.#client), rowsOfLast(opened)),
        this.#dies,
      ]);
      await this.#commit(work.completion?.(result));
      this.#giveBack(true);
      return { result };
    } catch (error) {
      const again = isRepeatable(error) && (this.#guarded || (await this.#isGuarded()));
      this.#giveBack(await this.#succeeds('ROLLBACK'));
      return { error, again };
    }
  }

  /**
   * Commits in one round trip: the first statement that fails keeps those after it from running.
   */
  async #commit(completion: string | undefined): Promise<void> {
    // A repeatable error from here on comes after the release, which fails otherwise without the
    // guard.
    this.#guarded = true;
    await this.#statement(listOf(RELEASE, completion, 'COMMIT'), endedByEffect);
  }

  /** Runs a statement. If the connection has died, throws the cause of that, which says more. */
  async #statement(
    sql: string,
    explain = (error: unknown) => error,
  ): Promise<PostgresResult | PostgresResult[] | undefined> {
    let result: PostgresResult | PostgresResult[] | undefined;
    try {
      if (this.#death === undefined) result = await this.#client.query(sql);
    } catch (error) {
      throw this.#death ?? explain(error);
    }
    if (this.#death !== undefined) throw this.#death;
    return result;
  }

  async #succeeds(sql: string): Promise<boolean> {
    return this.#statement(sql).then(
      () => true,
      () => false,
    );
  }

  /** Tells whether the transaction is still ours: what an effect committed must not be repeated. */
  async #isGuarded(): Promise<boolean> {
    return this.#succeeds(`ROLLBACK TO SAVEPOINT ${GUARD}`);
  }

  /**
   * Releases the connection. One that cannot even roll back is closed, which rolls back as well.
   */
  #giveBack(isUsable: boolean): void {
    const isKept = isUsable && this.#death === undefined;
    this.#client.release(!isKept);
    // A dead connection may report its death twice, and no one else will ever listen to it.
    if (isKept) this.#client.removeListener?.('error', this.#onDeath);
  }
}

/**
 * Runs the effect and the completion in one transaction. If the database rolled it back because of
 * another transaction, runs it again, at most twenty times in all.
 */
export async function postgresTransaction<T>(pool: PostgresPool, work: Work<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await new Attempt<T>(await pool.connect()).run(work);
    if ('result' in outcome) return outcome.result;
    if (tries >= MAX_TRIES || !outcome.again) throw outcome.error;
  }
}

import { invalidInput } from '../../errors/invalid-input-error.ts';
import type { SqliteDatabase } from './database.ts';

/** How long a promise may take: as long as other processes wait for the file by default. */
const LIMIT_MS = 5000;

/** An effect that has returned a promise, and what its transaction does when that resolves. */
export class PendingEffect<T> {
  readonly effect: PromiseLike<unknown>;
  readonly finish: () => T;

  constructor(effect: PromiseLike<unknown>, finish: () => T) {
    this.effect = effect;
    this.finish = finish;
  }
}

/**
 * Waits until the effect has ended, and gives it up if that takes too long. Each waiter measures for
 * itself: in a simulation, the effect's own process and its timers may have died.
 */
type Over = () => Promise<void>;

const inHand = new WeakMap<SqliteDatabase, Over>();

/**
 * Returns how to wait for the effect in hand. SQLite has one transaction per connection, so every
 * other step on the database must wait, or would become part of it.
 */
export function effectIn(database: SqliteDatabase): Over | undefined {
  return inHand.get(database);
}

/** Waits for the effect, and finishes and commits. Rolls back if it rejects or takes too long. */
export async function settled<T, Outcome>(
  database: SqliteDatabase,
  { effect, finish }: PendingEffect<T>,
  commit: (database: SqliteDatabase, result: T) => Outcome,
  rollBack: (database: SqliteDatabase) => void,
): Promise<Outcome> {
  let end: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const giveUp = (): void => {
    if (inHand.get(database) === over) {
      inHand.delete(database);
      rollBack(database);
    }
    end();
  };
  const over = async (): Promise<void> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LIMIT_MS);
    });
    await Promise.race([ended, limit]);
    clearTimeout(timer);
    giveUp();
  };
  inHand.set(database, over);
  try {
    await Promise.race([effect, over()]);
    // Checked here: an effect that ends late must not write into the next transaction.
    if (inHand.get(database) !== over) {
      const expected = `expected its promise to settle within ${LIMIT_MS / 1000} seconds`;
      throw invalidInput('effect', `${expected}; until then, every other step waits for it`);
    }
    const outcome = commit(database, finish());
    inHand.delete(database);
    return outcome;
  } finally {
    giveUp();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { PostgresPool } from '../../../src/sql/postgres/pool.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import type { KilledReceiver } from './killed-receiver.ts';

/** Longer than a delivery takes, so that some troubles come after the answer. */
const WITHIN_MS = 20;

/** Troubles for processes and their database, one at a time. */
export class PostgresTroubles {
  readonly made = { kills: 0, cuts: 0, crashes: 0 };
  readonly #server: PostgresServer;
  readonly #receivers: readonly KilledReceiver[];
  readonly #random: () => number;
  #admin: Client | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(server: PostgresServer, receivers: readonly KilledReceiver[], random: () => number) {
    this.#server = server;
    this.#receivers = receivers;
    this.#random = random;
  }

  async query(sql: string): Promise<Record<string, unknown>[]> {
    if (this.#admin === undefined) {
      this.#admin = new Client(this.#server.connection);
      this.#admin.on('error', () => undefined);
      await this.#admin.connect();
    }
    return (await this.#admin.query<Record<string, unknown>>(sql)).rows;
  }

  /** Creates the tables, and a role whose commits are only durable if the code asks for it. */
  async setUp(createTables: (pool: PostgresPool) => Promise<void>): Promise<void> {
    await this.query(`
      CREATE ROLE receiver LOGIN;
      ALTER ROLE receiver SET synchronous_commit = off`);
    await createTables({
      query: async (sql) => ({ rows: await this.query(sql) }),
      connect: () => Promise.reject(new Error('no transaction is needed')),
    });
    await this.query('GRANT ALL ON ALL TABLES IN SCHEMA public TO receiver');
  }

  async end(): Promise<void> {
    await this.#admin?.end().catch(() => undefined);
    this.#admin = undefined;
  }

  /** Makes one trouble, as soon as the previous one is over. */
  async make(trouble: 'kill' | 'cut' | 'crash'): Promise<void> {
    this.#last = this.#last.then(async () => {
      await sleep(this.#random() * WITHIN_MS);
      if (trouble === 'kill') await this.#kill();
      else if (trouble === 'cut') await this.#cut();
      else await this.#crash();
    });
    return this.#last;
  }

  async #kill(): Promise<void> {
    const receiver = this.#receivers[Math.floor(this.#random() * this.#receivers.length)];
    await receiver?.url();
    await receiver?.kill();
    this.made.kills += 1;
  }

  /** Cuts a connection that is in a transaction, if there is one, else an idle one. */
  async #cut(): Promise<void> {
    const rows = await this.query(`
      SELECT pg_terminate_backend(pid) AS cut FROM (
        SELECT pid FROM pg_stat_activity WHERE usename = 'receiver'
        ORDER BY state = 'idle', random() LIMIT 1
      ) AS one`);
    if (rows[0]?.['cut'] === true) {
      this.made.cuts += 1;
      return;
    }
    await sleep(WITHIN_MS);
    await this.#cut();
  }

  async #crash(): Promise<void> {
    await this.end();
    await this.#server.crash();
    this.made.crashes += 1;
  }
}

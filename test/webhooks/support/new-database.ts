import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { NO_SERVERS, SHARED_POSTGRES } from '../../config/run-servers.ts';
import type { PostgresServer } from './postgres-server.ts';

const OBJECT_IN_USE = '55006';

type Connection = PostgresServer['connection'];

/** A database that no other test file uses. */
export interface OwnDatabase {
  readonly connection: Connection;
  /**
   * Removes it with its contents. Postgres waits five seconds for connections that are being closed:
   * `Pool.end` resolves before they are, and a client that was told to leave then would throw. After
   * that it ends those that a killed process has left.
   */
  drop(): Promise<void>;
}

/** Returns the Postgres that the files of a run share; `undefined` if there is none. */
export async function sharedPostgres(): Promise<Connection | undefined> {
  const at = process.env[SHARED_POSTGRES] ?? '';
  if (at === NO_SERVERS) return undefined;
  const answer = await text(connect(at));
  const { connection, failure } = JSON.parse(answer) as {
    connection?: Connection;
    failure?: string;
  };
  if (failure !== undefined) throw new Error(failure);
  return connection;
}

/**
 * Creates an empty database in the Postgres that the files of a run share; `undefined` if there is
 * none. A file that creates roles, or stops or configures the server, starts its own:
 * `startPostgres`.
 */
export async function newDatabase(): Promise<OwnDatabase | undefined> {
  const shared = await sharedPostgres();
  if (shared === undefined) return undefined;
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (sql: string): Promise<void> => {
    const admin = new Client(shared);
    await admin.connect();
    await admin.query(sql).finally(() => admin.end());
  };
  await run(`CREATE DATABASE ${database}`);
  return {
    connection: { ...shared, database },
    drop: () =>
      run(`DROP DATABASE ${database}`).catch((error: unknown) => {
        if ((error as { code?: string }).code !== OBJECT_IN_USE) throw error;
        return run(`DROP DATABASE ${database} WITH (FORCE)`);
      }),
  };
}

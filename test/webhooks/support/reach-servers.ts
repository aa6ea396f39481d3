import { sharedPostgres } from './new-database.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** How to reach a Postgres: the one that the run's files share, or a service of the CI. */
export type PostgresConnection = Readonly<Record<'host' | 'user' | 'database', string>> & {
  readonly port: number;
  readonly password?: string;
};

/** Returns the Postgres that TEST_POSTGRES_URL names, else the shared one, if there is one. */
export async function reachPostgres(): Promise<PostgresConnection | undefined> {
  const named = process.env['TEST_POSTGRES_URL'];
  if (named === undefined) return sharedPostgres();
  const { hostname, port, username, password, pathname } = new URL(named);
  return {
    ...{ host: hostname, port: Number(port || 5432), user: decodeURIComponent(username) },
    ...{ password: decodeURIComponent(password), database: pathname.slice(1) },
  };
}

/** Returns the Redis that TEST_REDIS_URL names, else starts one, if it is installed. */
export async function reachRedis(): Promise<RedisServer | undefined> {
  const url = process.env['TEST_REDIS_URL'];
  return url === undefined ? startRedis() : { url, stop: () => Promise.resolve() };
}

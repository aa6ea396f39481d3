import { startPostgres } from './postgres-server.ts';
import { type RedisServer, startRedis } from './redis-server.ts';

/** How to reach a Postgres, one's own or a service of the CI. */
export interface ReachedPostgres {
  readonly connection: Readonly<Record<'host' | 'user' | 'database', string>> & {
    readonly port: number;
    readonly password?: string;
  };
  stop(): Promise<void>;
}

/** The Postgres that TEST_POSTGRES_URL names, else one that is started; none where there is none. */
export async function reachPostgres(): Promise<ReachedPostgres | undefined> {
  const named = process.env['TEST_POSTGRES_URL'];
  if (named === undefined) return startPostgres();
  const { hostname, port, username, password, pathname } = new URL(named);
  const connection = {
    ...{ host: hostname, port: Number(port || 5432), user: decodeURIComponent(username) },
    ...{ password: decodeURIComponent(password), database: pathname.slice(1) },
  };
  return { connection, stop: () => Promise.resolve() };
}

/** The Redis that TEST_REDIS_URL names, else one that is started; none where there is none. */
export async function reachRedis(): Promise<RedisServer | undefined> {
  const url = process.env['TEST_REDIS_URL'];
  return url === undefined ? startRedis() : { url, stop: () => Promise.resolve() };
}

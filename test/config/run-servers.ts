import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PostgresServer, startPostgres } from '../webhooks/support/postgres-server.ts';

/** The variable with the address at which test files ask for the run's shared server. */
export const SHARED_POSTGRES = 'TEST_SHARED_POSTGRES';

/** Its value in a run without servers, in which what needs one is left out. */
export const NO_SERVERS = 'none';

/**
 * Shares one Postgres between all files that only need a database of their own. It starts when the
 * first of them asks, and ends with the run. The run's own process keeps it, because a worker can end
 * before others.
 */
export default async function shareServers(): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer | undefined> | undefined;
  const desk = createServer((socket) => {
    socket.on('error', () => undefined);
    server ??= startPostgres();
    server.then(
      (started) => socket.end(JSON.stringify({ connection: started?.connection })),
      (error: unknown) => socket.end(JSON.stringify({ failure: String(error) })),
    );
  });
  const at = path.join(mkdtempSync(path.join(tmpdir(), 'shared-')), 'postgres');
  await new Promise<void>((resolve) => desk.listen(at, resolve));
  process.env[SHARED_POSTGRES] = at;
  return async () => {
    desk.close();
    await (await server)?.stop();
  };
}

import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PostgresServer, startPostgres } from '../webhooks/support/postgres-server.ts';

/** The variable that says where the run answers which server its files share. */
export const SHARED_POSTGRES = 'TEST_SHARED_POSTGRES';

/**
 * One Postgres for all files that need no more than a database of their own. It starts when the first
 * of them asks, and ends with the run, whose own process keeps it: a worker ends before others.
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

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startPostgres } from './support/postgres-server.ts';

const PROGRAM = fileURLToPath(new URL('./deaths/receiver.ts', import.meta.url));
const server = await startPostgres();

afterAll(() => server?.stop());

afterEach(async () => {
  if (server === undefined) return;
  const client = new Client(server.connection);
  await client.connect();
  await client.query('DROP TABLE IF EXISTS leads, consent_evidence_webhooks');
  await client.end();
});

/** What the receiver printed; it rejects where the process did not end by itself, with code 0. */
async function receive(moment: string): Promise<unknown> {
  const args = ['--no-warnings', PROGRAM, moment, JSON.stringify(server?.connection)];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

describe.skipIf(server === undefined)('a connection that dies, and nobody listens', () => {
  it.each([
    'while it is handed over',
    'between two statements',
    'while the effect awaits something else',
    'while the effect awaits something else, and fails',
    'while the effect hangs',
    'during a statement',
    'during a statement whose failure is swallowed',
    'during the commit',
  ])('%s: is a 500, and leaves nothing half-written', async (moment) => {
    expect(await receive(moment)).toEqual({
      statuses: [500, 200, 200],
      afterDeath: 0,
      atTheEnd: 1,
    });
  });

  it('while it is idle in the pool: is replaced by another one', async () => {
    expect(await receive('while it is idle')).toEqual({
      statuses: [200, 200, 200],
      afterDeath: 1,
      atTheEnd: 1,
    });
  });
});

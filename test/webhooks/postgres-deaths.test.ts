import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { newDatabase } from './support/new-database.ts';

const PROGRAM = fileURLToPath(new URL('./deaths/receiver.ts', import.meta.url));
const database = await newDatabase();

afterAll(() => database?.drop());

afterEach(async () => {
  if (database === undefined) return;
  const client = new Client(database.connection);
  await client.connect();
  await client.query('DROP TABLE IF EXISTS leads, consent_evidence_webhooks');
  await client.end();
});

/** Returns what the receiver printed. Rejects unless the process ends on its own with code 0. */
async function receive(moment: string): Promise<unknown> {
  const args = ['--no-warnings', PROGRAM, moment, JSON.stringify(database?.connection)];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

describe.skipIf(database === undefined)('a connection that dies without an error listener', () => {
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

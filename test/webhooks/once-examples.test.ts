import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { run as runPostgres } from '../../examples/webhooks/once-postgres.ts';
import { run as runSqlite } from '../../examples/webhooks/once-sqlite.ts';
import { fakeDelivery } from './support/fake-delivery.ts';
import { newDatabase } from './support/new-database.ts';

const SECRET = 'whsec_once';
const directory = mkdtempSync(join(tmpdir(), 'webhook-once-'));
const database = await newDatabase();
const pool = new Pool(database?.connection);

afterAll(async () => {
  rmSync(directory, { recursive: true });
  await pool.end();
  await database?.drop();
});

async function postTwice(receive: (request: Request) => Promise<Response>) {
  const { body, headers, cdrId } = await fakeDelivery(SECRET);
  const post = async () =>
    (await receive(new Request('http://127.0.0.1/', { method: 'POST', body, headers }))).status;
  return { cdrId, statuses: [await post(), await post()] };
}

describe('the examples of exactly once', () => {
  it('write one lead for two deliveries into SQLite', async () => {
    const path = join(directory, 'leads.db');
    const { cdrId, statuses } = await postTwice(runSqlite(path, SECRET));
    expect(statuses).toEqual([200, 200]);
    const database = new DatabaseSync(path);
    const rows = database.prepare('SELECT cdr_id FROM leads').all();
    database.close();
    expect(rows.map((row) => row['cdr_id'])).toEqual([cdrId]);
  });

  it.skipIf(database === undefined)('write one lead for two deliveries into Postgres', async () => {
    const { cdrId, statuses } = await postTwice(await runPostgres(pool, SECRET));
    expect(statuses).toEqual([200, 200]);
    const { rows } = await pool.query('SELECT cdr_id FROM leads');
    expect(rows).toEqual([{ cdr_id: cdrId }]);
  });
});

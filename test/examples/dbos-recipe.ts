import { DBOSClient } from '@dbos-inc/dbos-sdk';
import { Pool } from 'pg';
import { vi } from 'vitest';
import * as dbos from '../../examples/queues/dbos.ts';
import { reachPostgres } from '../webhooks/support/reach-servers.ts';
import type { Recipe } from './queue-recipe.ts';

/** Each with its attempts that ended, and the end of its last wait, which DBOS keeps as a sleep. */
const WAITING = `
  SELECT workflow_uuid AS "cdrId",
    count(*) FILTER (WHERE function_name LIKE 'attempt %')::int + 1 AS attempt,
    max(steps.output::float8) FILTER (WHERE function_name = 'DBOS.sleep') AS due
  FROM dbos.workflow_status LEFT JOIN dbos.operation_outputs AS steps USING (workflow_uuid)
  WHERE status IN ('ENQUEUED', 'PENDING') GROUP BY workflow_uuid`;

const DEATHS = `
  UPDATE dbos.workflow_status SET recovery_attempts = recovery_attempts + $1
  WHERE status = 'PENDING'`;

const GIVEN_UP = `
  SELECT workflow_uuid AS "cdrId" FROM dbos.workflow_status
  WHERE status IN ('ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')`;

interface WaitingRow {
  readonly cdrId: string;
  readonly attempt: number;
  readonly due: number | null;
}

export async function onDbos(): Promise<Recipe[]> {
  const server = await reachPostgres();
  if (server === undefined) return [];
  const admin = new Pool(server);
  const database = `dbos_${crypto.randomUUID().replaceAll('-', '')}`;
  await admin.query(`CREATE DATABASE ${database}`);
  const connection = { ...server, database };
  const pool = new Pool(connection);
  const settings = { systemDatabaseUrl: '', systemDatabasePool: pool };
  const client = await DBOSClient.create({ ...settings, applicationName: 'evidence' });

  async function waiting() {
    const { rows } = await pool.query<WaitingRow>(WAITING);
    const now = Date.now();
    return rows.map(({ cdrId, attempt, due }) => ({ cdrId, attempt, dueInMs: (due ?? now) - now }));
  }
  async function givenUp() {
    const { rows } = await pool.query<{ cdrId: string }>(GIVEN_UP);
    return rows.map(({ cdrId }) => ({ cdrId, keptDays: Infinity }));
  }
  return [
    {
      name: 'DBOS',
      isOneInAProcess: true,
      run(env, hooks) {
        for (const [key, value] of Object.entries(connection)) {
          vi.stubEnv(`PG${key.toUpperCase()}`, String(value));
        }
        return dbos.run(env, hooks);
      },
      waiting,
      async hurry() {
        for (const { cdrId } of await waiting()) await client.send(cdrId, true, 'again');
      },
      async workersDie(times) {
        await pool.query(DEATHS, [times]);
      },
      givenUp,
      async putBack() {
        for (const { cdrId } of await givenUp()) await client.rewindWorkflow(cdrId);
      },
      async end() {
        await client.destroy();
        await pool.end();
        await admin.query(`DROP DATABASE ${database}`);
        await admin.end();
      },
    },
  ];
}

import { Pool } from 'pg';
import { startPostgres } from '../../webhooks/support/postgres-server.ts';
import type { Engine, Workflow } from './engine.ts';

const WORKFLOWS = `
  SELECT i.inputs, s.status = 'SUCCESS' AS "isDone"
  FROM dbos.workflow_status s JOIN dbos.workflow_input i USING (workflow_uuid)`;

interface WorkflowRow {
  readonly inputs: string;
  readonly isDone: boolean;
}

/** DBOS in a Postgres of its own. */
export async function dbosEngine(): Promise<Engine | undefined> {
  const server = await startPostgres();
  if (server === undefined) return undefined;
  const { host, port, user, database } = server.connection;
  const pool = new Pool(server.connection);
  pool.on('error', () => undefined);
  return {
    name: 'DBOS',
    program: new URL('./dbos-machine.ts', import.meta.url),
    envOf: (machine) => ({
      ...{ PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database },
      MACHINE: `machine-${machine}`,
    }),
    async workflows(): Promise<Workflow[]> {
      const { rows } = await pool.query<WorkflowRow>(WORKFLOWS);
      // By its input, not by its id, which is unique by itself.
      return rows.map(({ inputs, isDone }) => ({
        cdrId: /cdr_\w+/.exec(inputs)?.[0] ?? '',
        isDone,
      }));
    },
    async stop() {
      await pool.end();
      await server.stop();
    },
  };
}

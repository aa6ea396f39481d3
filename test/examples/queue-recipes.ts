import { Queue } from 'bullmq';
import { Pool } from 'pg';
import { vi } from 'vitest';
import * as bullmq from '../../examples/queues/bullmq.ts';
import * as graphile from '../../examples/queues/graphile-worker.ts';
import * as pgBoss from '../../examples/queues/pg-boss.ts';
import type { Env, Hooks } from '../../examples/queues/settings.ts';
import { reachPostgres, reachRedis } from '../webhooks/support/reach-servers.ts';

/** A job that waits for its time, or for a worker. */
export interface WaitingJob {
  readonly cdrId: string;
  readonly attempt: number;
  readonly dueInMs: number;
}

type Running = Awaited<ReturnType<typeof pgBoss.run>>;

/** One of the examples, with access to its queue from outside. */
export interface Recipe {
  readonly name: string;
  run(env: Env, hooks: Hooks): Promise<Running>;
  waiting(): Promise<WaitingJob[]>;
  /** Makes waiting jobs due now. */
  hurry(): Promise<void>;
  end(): Promise<void>;
}

interface JobRow {
  readonly data: { readonly cdrId: string; readonly attempt: number };
  readonly due: Date;
}

const asWaiting = ({ data, due }: JobRow): WaitingJob => ({
  ...data,
  dueInMs: due.getTime() - Date.now(),
});

const sqlOf = {
  'pg-boss': {
    waiting: `
      SELECT data, start_after AS due FROM pgboss.job
      WHERE name = 'evidence' AND state IN ('created', 'retry') ORDER BY created_on`,
    hurry: 'UPDATE pgboss.job SET start_after = now()',
  },
  'graphile-worker': {
    waiting: `
      SELECT payload AS data, run_at AS due FROM graphile_worker._private_jobs
      WHERE locked_at IS NULL ORDER BY id`,
    hurry: 'UPDATE graphile_worker._private_jobs SET run_at = now()',
  },
} as const;

async function onPostgres(): Promise<Recipe[]> {
  const server = await reachPostgres();
  if (server === undefined) return [];
  const admin = new Pool(server);
  const suffix = crypto.randomUUID().replaceAll('-', '');
  await admin.query(`CREATE DATABASE boss_${suffix}`);
  await admin.query(`CREATE DATABASE graphile_${suffix}`);
  const recipe = (name: keyof typeof sqlOf, example: typeof pgBoss, database: string): Recipe => {
    const connection = { ...server, database };
    const pool = new Pool(connection);
    return {
      name,
      async run(env, hooks) {
        for (const [key, value] of Object.entries(connection)) {
          vi.stubEnv(`PG${key.toUpperCase()}`, String(value));
        }
        return example.run(env, hooks);
      },
      waiting: async () => (await pool.query<JobRow>(sqlOf[name].waiting)).rows.map(asWaiting),
      async hurry() {
        await pool.query(sqlOf[name].hurry);
      },
      async end() {
        await pool.end();
        // Without FORCE: Postgres waits for connections that are closing, and an example leaves no others.
        await admin.query(`DROP DATABASE ${database}`);
        if (name === 'graphile-worker') await admin.end();
      },
    };
  };
  return [
    recipe('pg-boss', pgBoss, `boss_${suffix}`),
    recipe('graphile-worker', graphile, `graphile_${suffix}`),
  ];
}

async function onRedis(): Promise<Recipe[]> {
  const server = await reachRedis();
  if (server === undefined) return [];
  const queue = new Queue<JobRow['data']>('evidence', { connection: { url: server.url } });
  return [
    {
      name: 'BullMQ',
      run: (env, hooks) => bullmq.run({ ...env, REDIS_URL: server.url }, hooks),
      async waiting() {
        const jobs = await queue.getJobs(['delayed', 'waiting']);
        return jobs.map(({ data, timestamp, delay }) =>
          asWaiting({ data, due: new Date(timestamp + delay) }),
        );
      },
      async hurry() {
        for (const job of await queue.getDelayed()) await job.promote();
      },
      async end() {
        await queue.close();
        await server.stop();
      },
    },
  ];
}

/** Returns the examples whose servers are installed here, and prints a line for each other one. */
export async function installedRecipes(): Promise<Recipe[]> {
  return [...(await onPostgres()), ...(await onRedis())];
}

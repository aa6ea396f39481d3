import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { vi } from 'vitest';
import * as bullmq from '../../examples/queues/bullmq.ts';
import * as graphile from '../../examples/queues/graphile-worker.ts';
import * as pgBoss from '../../examples/queues/pg-boss.ts';
import { reachPostgres, reachRedis } from '../webhooks/support/reach-servers.ts';
import { onDbos } from './dbos-recipe.ts';
import type { GivenUpJob, Recipe, WaitingJob } from './queue-recipe.ts';
import { onRestate } from './restate-recipe.ts';

const ORPHANS_OF_PG_BOSS = `
  UPDATE pgboss.job SET started_on = now() - interval '1 day', retry_count = $1
  WHERE name = 'evidence' AND state = 'active'`;

const DEAD_LETTERS_OF_PG_BOSS = `
  SELECT data->>'cdrId' AS "cdrId",
    (extract(epoch FROM keep_until - created_on) / 86400)::float AS "keptDays"
  FROM pgboss.job WHERE name = 'evidence-dead'`;

async function onPgBoss(pool: Pool, work: (boss: PgBoss) => Promise<unknown>): Promise<void> {
  const executeSql = (text: string, values?: unknown[]) => pool.query(text, values);
  const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false });
  await boss.start();
  await work(boss);
  await boss.stop();
}

async function workersOfPgBossDie(pool: Pool, times: number): Promise<void> {
  await onPgBoss(pool, async (boss) => {
    await boss.fetch('evidence');
    await pool.query(ORPHANS_OF_PG_BOSS, [times - 1]);
    // What one process does once a minute.
    await pool.query('UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL');
    await boss.supervise('evidence');
  });
}

async function workersOfBullMqDie(url: string, times: number): Promise<void> {
  const worker = new Worker('evidence', null, { connection: { url }, autorun: false });
  const job = await worker.getNextJob('of a dead worker');
  await worker.close();
  const redis = new Redis(url);
  const key = `bull:evidence:${job?.id}`;
  await redis.hset(key, 'stc', times - 1);
  await redis.del(`${key}:lock`, 'bull:evidence:stalled-check');
  await redis.sadd('bull:evidence:stalled', String(job?.id)); // found without a lock once before
  await redis.quit();
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
      ...(name === 'pg-boss' && {
        async workersDie(times) {
          await workersOfPgBossDie(pool, times);
          await pool.query(sqlOf[name].hurry);
        },
        givenUp: async () => (await pool.query<GivenUpJob>(DEAD_LETTERS_OF_PG_BOSS)).rows,
        putBack: () => onPgBoss(pool, (boss) => boss.redrive('evidence-dead')),
      }),
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
      workersDie: (times) => workersOfBullMqDie(server.url, times),
      async givenUp() {
        const jobs = await queue.getFailed();
        return jobs.map(({ data: { cdrId }, opts: { removeOnFail } }) => ({
          cdrId,
          keptDays: removeOnFail === false ? Infinity : 0,
        }));
      },
      putBack: () => queue.retryJobs({ state: 'failed' }),
      async end() {
        await queue.close();
        await server.stop();
      },
    },
  ];
}

/** Returns the examples whose servers are installed here, and prints a line for each other one. */
export async function installedRecipes(): Promise<Recipe[]> {
  return [
    ...(await onPostgres()),
    ...(await onDbos()),
    ...(await onRedis()),
    ...(await onRestate()),
  ];
}

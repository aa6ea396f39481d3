// Webhooks on pg-boss: the event and its job are one transaction in the Postgres named by PGHOST,
// PGDATABASE and so on. The same program runs on any number of machines; each may catch up.
import { createWebhookHandler, reconcile } from 'consent-evidence/webhooks';
import { postgresInbox } from 'consent-evidence/webhooks/postgres';
import pg from 'pg';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { doJob, type EvidenceJob } from './evidence-job.ts';
import { serveReceiver } from './receiver.ts';
import { callSomeone, type Env, type Hooks, sinceOf, workOf } from './settings.ts';

const QUEUE = 'evidence';
const DEAD = 'evidence-dead';
const TRIES = 20; // the last ones are a quarter of an hour apart
const KEPT_SECONDS = 365 * 86_400;

export async function run(env: Env, hooks: Hooks = {}) {
  const pool = new pg.Pool({ max: 10, connectionTimeoutMillis: 5_000 });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
  });
  boss.on('error', console.error);
  await boss.start();
  // A dead worker is noticed after `expireInSeconds`, and its job is retried. Jobs that are not
  // processed, dead letters too, are kept for a year; by default pg-boss deletes them after 14 days.
  await boss.createQueue(DEAD, { retentionSeconds: KEPT_SECONDS });
  await boss.createQueue(QUEUE, {
    deadLetter: DEAD,
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 300,
    retentionSeconds: KEPT_SECONDS,
  });

  const inbox = postgresInbox(pool, {
    enqueue: (tx, { cdrId }) => {
      const db = { executeSql: (text: string, values?: unknown[]) => tx.query(text, values) };
      return boss.send(QUEUE, { cdrId, attempt: 1 }, { db });
    },
  });
  await inbox.createTables();

  const work = workOf(env);
  const options = { includeMetadata: true, pollingIntervalSeconds: 0.5 } as const;
  await boss.work(QUEUE, options, async ([job]: JobWithMetadata<EvidenceJob>[]) => {
    if (job === undefined) return;
    const { cdrId, attempt } = job.data;
    const outcome = await doJob(job.data, work);
    hooks.onJob?.(cdrId, outcome.kind);
    if (outcome.kind === 'drop') console.warn('dropped', cdrId, outcome.code);
    if (outcome.kind === 'stop') {
      callSomeone(cdrId, outcome.code);
      await boss.offWork(QUEUE, { wait: false });
      throw new Error(outcome.code); // goes back to the queue
    }
    if (outcome.kind === 'retry') {
      if (attempt >= TRIES) throw new Error(`tried ${TRIES} times`); // to the dead letters after its retries
      // A new job, because the queue sets this one's own delay. If we die after adding it, the job is
      // there twice, and the second run finds everything done.
      const startAfter = Math.ceil(outcome.afterMs / 1000);
      await boss.send(QUEUE, { cdrId, attempt: attempt + 1 }, { startAfter });
    }
  });

  /** Nothing else tells of jobs that were given up. `boss.redrive(DEAD)` puts them back. */
  async function tellOfTheDead(): Promise<void> {
    const dead = await boss.findJobs<EvidenceJob>(DEAD, { queued: true });
    if (dead.length > 0) console.error('gave up', dead.length, 'jobs, first', dead[0]?.data.cdrId);
  }

  const handler = createWebhookHandler({
    secret: env.CONSENT_EVIDENCE_WEBHOOK_SECRET,
    inbox,
    onRejected: ({ reason, hint }) => console.warn('refused', reason, hint),
    onError: (error, { step }) => console.error('failed', step, error),
  });
  const receiver = await serveReceiver(handler, {
    port: Number(env.PORT ?? 0),
    async catchUp(signal) {
      const since = sinceOf(env, hooks);
      const { clock } = hooks;
      await tellOfTheDead();
      return (await reconcile(work.client, inbox, { since, clock, signal })).taken;
    },
  });

  async function close(): Promise<void> {
    await receiver.close();
    await boss.stop({ graceful: true, timeout: 20_000 });
    await pool.end();
  }
  return { ...receiver, close };
}

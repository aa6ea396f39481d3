// Webhooks on graphile-worker: the event and its job are one transaction in the Postgres named by
// PGHOST, PGDATABASE and so on. The same program runs on any number of machines; each may catch up.
import { createWebhookHandler, reconcile } from 'consent-evidence/webhooks';
import { postgresInbox } from 'consent-evidence/webhooks/postgres';
import { Logger, runMigrations, run as startRunner, type Task } from 'graphile-worker';
import pg from 'pg';
import { doJob, type EvidenceJob } from './evidence-job.ts';
import { serveReceiver } from './receiver.ts';
import { callSomeone, type Env, type Hooks, sinceOf, workOf } from './settings.ts';

const TASK = 'evidence';
const TRIES = 20; // the last ones are a quarter of an hour apart
const ADD_JOB = 'SELECT graphile_worker.add_job($1, $2::json)';

const logger = new Logger(() => (level, message) => {
  if (level === 'error') console.error(message);
});

export async function run(env: Env, hooks: Hooks = {}) {
  const pool = new pg.Pool({ max: 5, connectionTimeoutMillis: 5_000 }); // to answer in time
  // Without a limit: the worker ends the process where it gets no connection to note that a job is done.
  const jobs = new pg.Pool({ max: 6 });
  await runMigrations({ pgPool: jobs, logger });

  const inbox = postgresInbox(pool, {
    enqueue: (tx, { cdrId }) =>
      tx.query(ADD_JOB, [TASK, JSON.stringify({ cdrId, attempt: 1 } satisfies EvidenceJob)]),
  });
  await inbox.createTables();

  const work = workOf(env);
  let stop: () => Promise<void> = () => Promise.resolve();
  const evidence: Task = async (payload, { addJob }) => {
    const { cdrId, attempt } = payload as EvidenceJob;
    const outcome = await doJob({ cdrId, attempt }, work);
    hooks.onJob?.(cdrId, outcome.kind);
    if (outcome.kind === 'drop') console.warn('dropped', cdrId, outcome.code);
    if (outcome.kind === 'stop') {
      callSomeone(cdrId, outcome.code);
      void stop().catch(console.error);
      throw new Error(outcome.code); // goes back to the queue
    }
    if (outcome.kind === 'retry') {
      if (attempt >= TRIES) throw new Error(`tried ${TRIES} times`); // fails for good after its retries
      // A new job, because the queue sets this one's own delay. If we die after adding it, the job is
      // there twice, and the second run finds everything done.
      const runAt = new Date(Date.now() + outcome.afterMs);
      await addJob(TASK, { cdrId, attempt: attempt + 1 }, { runAt });
    }
  };
  const runner = await startRunner({
    pgPool: jobs,
    logger,
    concurrency: 4,
    noHandleSignals: true,
    taskList: { [TASK]: evidence },
  });
  let stopped: Promise<void> | undefined;
  stop = () => (stopped ??= runner.stop());

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
      return (await reconcile(work.client, inbox, { since, clock, signal })).taken;
    },
  });

  async function close(): Promise<void> {
    await receiver.close();
    await stop();
    await Promise.all([jobs.end(), pool.end()]);
  }
  return { ...receiver, close };
}

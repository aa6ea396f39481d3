// Webhooks on DBOS: the event and its workflow are one transaction in the Postgres named by PGHOST,
// PGDATABASE and so on, and the workflow's id is the cdrId. The same program runs on any number of
// machines; each may catch up.
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { createWebhookHandler, reconcile } from 'consent-evidence/webhooks';
import { postgresInbox } from 'consent-evidence/webhooks/postgres';
import pg from 'pg';
import { doJob } from './evidence-job.ts';
import { serveReceiver } from './receiver.ts';
import { callSomeone, type Env, type Hooks, sinceOf, workOf } from './settings.ts';

const APPLICATION = 'evidence';
const TRIES = 20; // the last ones are a quarter of an hour apart
const GIVEN_UP = ['ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'] as const;
const WORKFLOW = { workflowName: 'evidence', queueName: 'evidence' } as const;
/** A message under this topic ends a workflow's wait: `client.send(cdrId, true, 'again')`. */
const TOPIC = 'again';

const TRY_LOCK = 'SELECT pg_try_advisory_lock(2612) AS locked';

const silent = (): void => undefined;
const logger = { debug: silent, info: silent, warn: console.warn, error: console.error };

/**
 * Starts DBOS, one machine at a time: its migrations fail where several run at once. It asks again and
 * again, for a statement that waits for the lock would stop an index from being built concurrently.
 */
async function launchAlone(pool: pg.Pool): Promise<void> {
  const connection = await pool.connect();
  try {
    for (;;) {
      const { rows } = await connection.query<{ locked: boolean }>(TRY_LOCK);
      if (rows[0]?.locked === true) break;
      await sleep(100);
    }
    await DBOS.launch();
  } finally {
    connection.release(true); // closes it, which ends the lock
  }
}

/**
 * @param env MACHINE is this machine's own name, the same after a restart: a workflow whose process died
 * is taken up by the next one with its name, and by no other. Default: the host's name.
 */
export async function run(env: Env & { readonly MACHINE?: string }, hooks: Hooks = {}) {
  const pool = new pg.Pool({ max: 20, connectionTimeoutMillis: 5_000 });
  const work = workOf(env);

  /** One attempt. If it must not go on, nothing of it is kept, and the program's next start makes it again. */
  async function attemptOf(cdrId: string, attempt: number) {
    const outcome = await doJob({ cdrId, attempt }, work);
    hooks.onJob?.(cdrId, outcome.kind);
    if (outcome.kind !== 'stop') return outcome;
    callSomeone(cdrId, outcome.code);
    void stop().catch(console.error);
    return new Promise<never>(silent);
  }

  /** Its steps are kept: after a crash it continues behind the last one that had ended. */
  async function evidence(cdrId: string): Promise<string> {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const step = { name: `attempt ${attempt}` };
      const outcome = await DBOS.runStep(() => attemptOf(cdrId, attempt), step);
      if (outcome.kind === 'done') return outcome.kind;
      if (outcome.kind === 'drop') {
        console.warn('dropped', cdrId, outcome.code);
        return outcome.code;
      }
      await DBOS.recv(TOPIC, { timeoutSeconds: outcome.afterMs / 1000 });
    }
    throw new Error(`tried ${TRIES} times`);
  }
  DBOS.registerWorkflow(evidence, { name: WORKFLOW.workflowName });
  // Without a version of its own, each deployment leaves the workflows of the one before it alone.
  DBOS.setConfig({
    name: APPLICATION,
    applicationVersion: '1',
    executorID: env.MACHINE ?? hostname(),
    systemDatabasePool: pool,
    logger,
  });
  await launchAlone(pool);
  await DBOS.registerQueue(WORKFLOW.queueName, { workerConcurrency: 4, minPollingIntervalMs: 500 });
  let stopped: Promise<void> | undefined;
  const stop = (workflowCompletionTimeoutMS = 0): Promise<void> =>
    (stopped ??= DBOS.shutdown({ workflowCompletionTimeoutMS, deregister: true }));

  const client = await DBOSClient.create({
    systemDatabaseUrl: '', // the pool has it
    systemDatabasePool: pool,
    applicationName: APPLICATION,
    logger,
  });
  const inbox = postgresInbox(pool, {
    enqueue: (tx, { cdrId }) =>
      client.enqueueInTransaction(tx, { ...WORKFLOW, workflowID: cdrId }, cdrId),
  });
  await inbox.createTables();

  /** Nothing else tells of these. `client.rewindWorkflow(cdrId)` puts one back. */
  async function tellOfTheDead(): Promise<void> {
    const [dead] = await client.listWorkflows({ status: [...GIVEN_UP], limit: 1 });
    if (dead !== undefined) console.error('gave up jobs, one of them', dead.workflowID);
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
    await stop(2_000);
    await client.destroy();
    await pool.end();
  }
  return { ...receiver, close };
}

// Webhooks on BullMQ: no transaction can span a database and Redis, so there is no inbox. The queue
// de-duplicates by job id for as long as Redis keeps the job: 14 days here. REDIS_URL names a Redis
// that does not lose data (appendonly yes, appendfsync always, maxmemory-policy noeviction).
import { DelayedError, Queue, Worker } from 'bullmq';
import {
  createWebhookHandler,
  isCdrCompleted,
  unacknowledgedCdrs,
} from 'consent-evidence/webhooks';
import { doJob, type EvidenceJob } from './evidence-job.ts';
import { serveReceiver } from './receiver.ts';
import { callSomeone, type Env, type Hooks, workOf } from './settings.ts';

const QUEUE = 'evidence';
const TRIES = 20; // the last ones are a quarter of an hour apart
const KEPT_SECONDS = 14 * 86_400;
/** Shorter than jobs are kept, or a record would be queued a second time. */
const LOOK_BACK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;

/** A BullMQ job id must not be an integer or contain a colon. */
const jobIdOf = (cdrId: string): string => `cdr-${encodeURIComponent(cdrId)}`;

export async function run(env: Env & { readonly REDIS_URL?: string }, hooks: Hooks = {}) {
  const url = env.REDIS_URL ?? 'redis://127.0.0.1:6379';
  const queue = new Queue<EvidenceJob>(QUEUE, {
    connection: { url, maxRetriesPerRequest: 1 }, // in an outage, answer 500 to get the event again
    defaultJobOptions: {
      removeOnComplete: { age: KEPT_SECONDS },
      removeOnFail: false, // kept for inspection
    },
  });
  queue.on('error', console.error);
  const add = (cdrId: string) => queue.add(QUEUE, { cdrId, attempt: 1 }, { jobId: jobIdOf(cdrId) });

  const work = workOf(env);
  const worker = new Worker<EvidenceJob>(
    QUEUE,
    async (job, token) => {
      const { cdrId, attempt } = job.data;
      const outcome = await doJob(job.data, work);
      hooks.onJob?.(cdrId, outcome.kind);
      if (outcome.kind === 'drop') console.warn('dropped', cdrId, outcome.code);
      if (outcome.kind === 'done' || outcome.kind === 'drop') return;
      if (outcome.kind === 'stop') {
        callSomeone(cdrId, outcome.code);
        void worker.pause(true);
      }
      if (attempt >= TRIES) throw new Error(`tried ${TRIES} times`);
      await job.updateData({ ...job.data, attempt: attempt + 1 });
      const afterMs = outcome.kind === 'retry' ? outcome.afterMs : 60_000;
      await job.moveToDelayed(Date.now() + afterMs, token);
      throw new DelayedError();
    },
    {
      connection: { url, maxRetriesPerRequest: null },
      concurrency: 4,
      maxStalledCount: TRIES, // by default, a job whose worker died twice fails for good
    },
  );
  worker.on('error', console.error);
  // It keeps its id, so the event can come again and nothing runs: someone has to retry it.
  worker.on('failed', (job, { message }) => console.error('gave up', job?.data.cdrId, message));

  const handler = createWebhookHandler({
    secret: env.CONSENT_EVIDENCE_WEBHOOK_SECRET,
    store: 'queue',
    onEvent: async (event) => {
      if (isCdrCompleted(event)) await add(event.cdrId);
    },
    onRejected: ({ reason, hint }) => console.warn('refused', reason, hint),
    onError: (error, { step }) => console.error('failed', step, error),
  });
  const receiver = await serveReceiver(handler, {
    port: Number(env.PORT ?? 0),
    async catchUp(signal) {
      const { clock } = hooks;
      const since = (clock ?? Date).now() - LOOK_BACK_MS;
      const late = { since, olderThanMs: HOUR_MS, clock, signal };
      let taken = 0;
      for await (const { cdrId } of unacknowledgedCdrs(work.client, late)) {
        // Records that were queued before are listed too: only the webhook marks a record. So are
        // those shared with us. The worker reads each of these once, while a search would each time.
        if ((await queue.getJob(jobIdOf(cdrId))) !== undefined) continue;
        await add(cdrId);
        taken += 1;
      }
      return taken;
    },
  });

  async function close(): Promise<void> {
    await receiver.close();
    await worker.close();
    await queue.close();
  }
  return { ...receiver, close };
}

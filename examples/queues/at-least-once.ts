// Webhooks on a queue that delivers at least once and knows no ids: SQS, RabbitMQ, Cloudflare Queues.
// A second message about a record is normal there. The archive tells which records are done.
import {
  createWebhookHandler,
  isCdrCompleted,
  unacknowledgedCdrs,
} from 'consent-evidence/webhooks';
import { doJob, type EvidenceJob, type EvidenceWork } from './evidence-job.ts';
import type { Env, Hooks } from './settings.ts';

const HOUR_MS = 3_600_000;
/** Run `catchUp` much more often than this. */
const LOOK_BACK_MS = 48 * HOUR_MS;

/**
 * @param send puts a message on the queue. It must resolve only when the queue has stored it, because
 * the event is not sent again after our 200.
 */
export function evidenceOn(
  send: (job: EvidenceJob) => Promise<unknown>,
  work: EvidenceWork,
  { env, hooks: { clock, onJob } = {} }: { readonly env: Env; readonly hooks?: Hooks },
) {
  const now = () => (clock ?? Date).now();
  const handler = createWebhookHandler({
    secret: env.CONSENT_EVIDENCE_WEBHOOK_SECRET,
    now,
    store: 'queue',
    onEvent: async (event) => {
      if (isCdrCompleted(event)) await send({ cdrId: event.cdrId, attempt: 1 });
    },
    onRejected: ({ reason, hint }) => console.warn('refused', reason, hint),
    onError: (error, { step }) => console.error('failed', step, error),
  });

  /**
   * Does a message's job. It rejects only a message that is no job: leave that to the dead letters.
   *
   * @param attempt where the queue counts them itself.
   */
  async function handle(message: EvidenceJob, attempt = message.attempt) {
    const { cdrId } = message;
    if (typeof cdrId !== 'string' || !(attempt >= 1)) throw new TypeError('not a job of ours');
    const outcome = await doJob({ ...message, attempt }, work);
    onJob?.(cdrId, outcome.kind);
    if (outcome.kind === 'drop') console.warn('dropped', cdrId, outcome.code);
    if (outcome.kind === 'stop') console.error('call someone:', outcome.code, cdrId);
    return outcome;
  }

  let queued: ReadonlySet<string> = new Set();
  /** Queues what no webhook acknowledged. Only a webhook marks a record, so it is listed each time. */
  async function catchUp(signal: AbortSignal): Promise<number> {
    const listed = new Set<string>();
    const late = { since: now() - LOOK_BACK_MS, olderThanMs: HOUR_MS, clock, signal };
    let taken = 0;
    try {
      for await (const { cdrId } of unacknowledgedCdrs(work.client, late)) {
        if (!queued.has(cdrId)) {
          await send({ cdrId, attempt: 1 });
          taken += 1;
        }
        listed.add(cdrId);
      }
    } catch (error) {
      queued = new Set([...queued, ...listed]); // the next run begins behind what this one queued
      throw error;
    }
    queued = listed;
    return taken;
  }
  return { handler, handle, catchUp };
}

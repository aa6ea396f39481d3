import assert from 'node:assert/strict';
import type { Invariant, StartContext, StartProgram } from '../../../mock/simulate.ts';
import { ConsentEvidence, type JobOutcome, jobOutcome } from '../../../src/index.ts';
import { memoryLedger } from '../../../src/intake/index.ts';
import { createWebhookHandler, reconcile, type WebhookInbox } from '../../../src/webhooks/index.ts';
import { type Job, type JobFile, jobFile } from './job-file.ts';
import { intakeOn } from './programs.ts';

/** Does a job, and returns what its worker has to do next. */
export type Work = (job: Job) => Promise<JobOutcome | { readonly kind: 'done' | 'skipped' }>;

/** When this receiver took over: before the start of each world. */
const SINCE = Date.parse('2026-01-01');
/** The share of process lives that are an outage, in which every delivery gets a 503. */
const OUTAGES = 0.3;

/**
 * Puts events into an inbox, gives their jobs to a worker that follows `jobOutcome`, and reconciles
 * on a timer. Events of an outage only come in through the reconciliation.
 */
export function onInbox(
  workOf: (context: StartContext) => Work,
  inboxOf: (file: JobFile) => WebhookInbox = (file) => file,
): StartProgram {
  return (context) => {
    const { clientOptions, clock, durable, effect, random, storage, webhookSecret } = context;
    const client = new ConsentEvidence(clientOptions);
    const file = durable('jobs', jobFile);
    const inbox = inboxOf(file);
    const work = workOf(context);
    const isOut = random() < OUTAGES;
    const receive = createWebhookHandler({ secret: webhookSecret, inbox, now: clock.now });

    async function handle(job: Job): Promise<void> {
      const outcome = await work(job);
      if (outcome.kind === 'stop') throw new Error(outcome.code);
      if (outcome.kind === 'drop' || outcome.kind === 'skipped') {
        await file.finish(job, () => undefined);
      }
      if (outcome.kind === 'retry') await file.postpone(job, clock.now() + outcome.afterMs);
      if (outcome.kind !== 'done') return;
      await file.finish(job, () => {
        storage.set(`via ${job.via}`, true);
        effect(job.cdrId);
      });
    }

    return {
      webhook: (request) => (isOut ? new Response(null, { status: 503 }) : receive(request)),
      async tick() {
        // An error of the service ends this run; the next one continues.
        const failed = await reconcile(client, inbox, { since: SINCE, clock }).catch(
          (error: unknown) => ({ error }),
        );
        for (const job of await file.lease(clock.now())) await handle(job);
        if ('error' in failed) throw failed.error;
      },
    };
  };
}

/** A worker that reads the record and its image. */
export const readsEvidence = ({ clientOptions }: StartContext): Work => {
  const client = new ConsentEvidence(clientOptions);
  return async ({ cdrId, attempt }) => {
    try {
      const record = await client.cdrs.get(cdrId);
      // A receive may send an event too; what was received arrives another way.
      if (record.guest === true) return { kind: 'skipped' };
      if (record.collected) await client.cdrs.download(record);
      return { kind: 'done' };
    } catch (error) {
      return jobOutcome(error, { attempt });
    }
  };
};

/** The mistake that the inbox prevents: writing the note and the job in two steps. */
export const enqueuesBesides = onInbox(readsEvidence, (file) => ({
  known: (cdrIds) => file.known(cdrIds),
  marks: () => file.marks(),
  keepMark: (mark) => file.keepMark(mark),
  async take(record) {
    const taken = await file.note(record);
    if (taken === 'new') await file.add(record);
    return taken;
  },
}));

/** A whole company, which buys leads with the intake and takes in the events of its own pages. */
export const company: StartProgram = async (context) => {
  const buyer = await intakeOn(() => memoryLedger())(context);
  const receiver = await onInbox(readsEvidence)(context);
  return {
    ...buyer,
    webhook: (request) => receiver.webhook?.(request) as Promise<Response>,
    async tick() {
      const decisions = await buyer.tick?.();
      await receiver.tick?.();
      return decisions;
    },
  };
};

/** A record that another company captured is bought as a lead, but never handled as an event. */
export const nothingReceivedIsHandedOn: Invariant = ({ effects, leads }) => {
  const received = new Set(leads.map(({ cdrId }) => cdrId));
  const wrong = effects.filter(({ cdrId }) => received.has(cdrId));
  assert.deepEqual(wrong, []);
};

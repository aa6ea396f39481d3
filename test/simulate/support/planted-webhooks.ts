import type { StartContext, StartProgram } from '../../../mock/simulate.ts';
import { type CdrCompletedEvent, verifyWebhook } from '../../../src/webhooks/index.ts';

async function eventOf(request: Request, { webhookSecret, clock }: StartContext) {
  const { event } = await verifyWebhook({
    body: await request.text(),
    headers: request.headers,
    secret: webhookSecret,
    now: clock.now,
  });
  return event as CdrCompletedEvent;
}

const OK = (): Response => new Response(null, { status: 200 });

/** Does the work of any delivery once, whoever sent it. */
export const trustsAnyone: StartProgram = ({ effect, storage }) => ({
  async webhook(request) {
    const { cdrId } = (await request.json()) as CdrCompletedEvent;
    if (storage.get(cdrId) !== undefined) return OK();
    storage.set(cdrId, true);
    effect(cdrId);
    return OK();
  },
});

/** Right on one machine: a lock in its memory keeps two deliveries apart. */
export const locksInMemory: StartProgram = (context) => {
  let last = Promise.resolve();
  const work = async (cdrId: string): Promise<void> => {
    if (context.storage.get(cdrId) !== undefined) return;
    await context.clock.sleep(50);
    context.effect(cdrId);
    context.storage.set(cdrId, true);
  };
  return {
    async webhook(request) {
      const { cdrId } = await eventOf(request, context);
      last = last.then(() => work(cdrId));
      await last;
      return OK();
    },
  };
};

/** Answers at once and works later, but the service never resends an acknowledged event. */
export const answersFirst: StartProgram = (context) => ({
  async webhook(request) {
    const { cdrId } = await eventOf(request, context);
    setTimeout(() => {
      if (context.storage.get(cdrId) !== undefined) return;
      context.storage.set(cdrId, true);
      context.effect(cdrId);
    }, 2_000);
    return OK();
  },
});

/** Records that the work is done, waits, and then does it. */
export const marksFirst: StartProgram = (context) => ({
  async webhook(request) {
    const { cdrId } = await eventOf(request, context);
    if (context.storage.get(cdrId) !== undefined) return OK();
    context.storage.set(cdrId, true);
    await context.clock.sleep(50);
    context.effect(cdrId);
    return OK();
  },
});

/** Checks, waits and then works, so two deliveries at once both find nothing. */
export const looksFirst: StartProgram = (context) => ({
  async webhook(request) {
    const { cdrId } = await eventOf(request, context);
    if (context.storage.get(cdrId) !== undefined) return OK();
    await context.clock.sleep(50);
    context.effect(cdrId);
    context.storage.set(cdrId, true);
    return OK();
  },
});

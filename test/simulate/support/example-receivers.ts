import assert from 'node:assert/strict';
import { ConsentEvidence } from 'consent-evidence';
import type { RecordLine, Vault } from 'consent-evidence/archive';
import type { WebhookHandler } from 'consent-evidence/webhooks';
import { evidenceOn } from '../../../examples/queues/at-least-once.ts';
import { doJob, type EvidenceJob } from '../../../examples/queues/evidence-job.ts';
import * as journal from '../../../examples/webhook-receiver.ts';
import { createLambda } from '../../../examples/webhooks/aws-lambda.ts';
import * as hono from '../../../examples/webhooks/hono.ts';
import { createRoute } from '../../../examples/webhooks/next-route.ts';
import { createReceiver, type Env } from '../../../examples/webhooks/receiver.ts';
import { createWorker } from '../../../examples/webhooks/worker.ts';
import type { Invariant, StartContext, StartProgram } from '../../../mock/simulate.ts';
import { mapVault } from '../../examples/map-vault.ts';
import { onInbox, type Work } from './inbox.ts';

const silent = (): void => undefined;
const LOOSE = /^loose\/(.+)\.ndjson$/;

/** The receiver, and a reader of its journal that recognises records by `cdrId`. */
export const writesAJournal: StartProgram = (context) => {
  const { clock, effect, storage, webhookSecret } = context;
  const lines = () => (storage.get('journal') ?? []) as string[];
  const receive = journal.createReceiver({
    secret: webhookSecret,
    now: clock.now,
    warn: silent,
    async append(line) {
      await clock.sleep(5); // the disk
      storage.set('journal', [...lines(), line]);
    },
  });
  return {
    webhook: receive,
    tick() {
      for (const line of lines()) {
        const { cdrId } = JSON.parse(line) as { cdrId: string };
        if (storage.get(`done ${cdrId}`) !== undefined) continue;
        storage.set(`done ${cdrId}`, true);
        effect(cdrId);
      }
    },
  };
};

/** Puts a recipe in front of a queue that remembers its jobs. */
function recipe(make: (env: Env) => WebhookHandler): StartProgram {
  return ({ clock, effect, storage, webhookSecret }) => ({
    webhook: make({
      CONSENT_EVIDENCE_WEBHOOK_SECRET: webhookSecret,
      now: clock.now,
      warn: silent,
      async enqueue(cdrId) {
        await clock.sleep(5);
        if (storage.get(cdrId) !== undefined) return;
        storage.set(cdrId, true);
        effect(cdrId);
      },
    }),
  });
}

function throughGateway(env: Env): WebhookHandler {
  const lambda = createLambda(env);
  return async (request) => {
    const headers = Object.fromEntries(request.headers);
    const event = { headers, body: await request.text(), isBase64Encoded: false };
    return new Response(null, { status: (await lambda(event)).statusCode });
  };
}

/** The recipes that take a request without a socket. */
export const RECIPES = {
  'aws-lambda': recipe(throughGateway),
  hono: recipe((env) => {
    const app = hono.createApp(env);
    return async (request) =>
      app.fetch(new Request(new URL('/webhooks/cdr', request.url), request));
  }),
  'next-route': recipe((env) => createRoute(env).POST),
  receiver: recipe(createReceiver),
  worker: recipe((env) => {
    const worker = createWorker((bindings: Env) => bindings);
    return (request) => worker.fetch(request, env);
  }),
} as const;

/** A durable vault. `onArchived` runs in the step in which the line of a record is kept. */
function vaultIn(
  { durable, storage }: StartContext,
  onArchived: (cdrId: string) => void = silent,
): Vault {
  const vault = durable('vault', () => mapVault(new Map()));
  return {
    has: (path) => vault.has(path),
    get: (path) => vault.get(path),
    list: (prefix) => vault.list(prefix),
    put: (path, bytes) =>
      vault.keep(path, bytes, (files) => {
        const [, cdrId] = LOOSE.exec(path) ?? [];
        if (cdrId === undefined) return;
        const [json = ''] = new TextDecoder().decode(bytes).split('\n');
        const { record, image } = JSON.parse(json) as RecordLine;
        const isWhole = files.has(record.path) && image !== null && files.has(image.path);
        storage.set(`evidence ${cdrId}`, isWhole);
        onArchived(cdrId);
      }),
  };
}

/** The job of `examples/queues`, without its queue. */
export const archivesEvidence = onInbox((context: StartContext): Work => {
  const client = new ConsentEvidence(context.clientOptions);
  const work = { client, vault: vaultIn(context), isWorthCollecting: () => true };
  return (job) => doJob(job, work);
});

/** A queue that gives every message twice, and again until its job has ended. */
export const repeatsMessages: StartProgram = (context) => {
  const { clientOptions, clock, effect, storage, webhookSecret } = context;
  const messages = () => (storage.get('queue') ?? []) as readonly EvidenceJob[];
  const vault = vaultIn(context, effect);
  const send = async (job: EvidenceJob): Promise<void> => {
    await clock.sleep(5);
    storage.set('queue', [...messages(), job]);
  };
  const work = { client: new ConsentEvidence(clientOptions), vault, isWorthCollecting: () => true };
  const env = { CONSENT_EVIDENCE_WEBHOOK_SECRET: webhookSecret };
  const { handler, handle, catchUp } = evidenceOn(send, work, { env, hooks: { clock } });
  return {
    webhook: handler,
    async tick() {
      await catchUp(new AbortController().signal).catch(silent);
      for (const job of messages()) {
        const [{ kind }] = await Promise.all([handle(job), handle(job)]);
        if (kind !== 'done' && kind !== 'drop') continue;
        const isThere = ['evidence', 'nothing'].some(
          (what) => storage.get(`${what} ${job.cdrId}`) !== undefined,
        );
        // A record that was flagged invalid is dropped, paid for or not: no one can read it any more.
        if (!isThere && kind === 'done') {
          storage.set(`nothing ${job.cdrId}`, true); // such as a Dev Mode capture
          effect(job.cdrId);
        }
        storage.set(
          'queue',
          messages().filter(({ cdrId }) => cdrId !== job.cdrId),
        );
      }
    },
  };
};

/** What we paid for is in the vault, once its job had its effect: the line, the record and the image. */
export const evidenceIsThere: Invariant = ({ mock, buyer, effects, storage }) => {
  const paid = new Set(mock.charges({ organization: buyer }).map(({ cdrId }) => cdrId));
  for (const { cdrId } of effects) {
    const isWhole = storage.get(`evidence ${cdrId}`);
    if (isWhole !== undefined || paid.has(cdrId)) assert.equal(isWhole, true);
  }
};

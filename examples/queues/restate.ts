// Webhooks on Restate: no transaction can span a database and Restate, so there is no inbox. The
// workflow's id is the cdrId, and Restate starts no second one under an id for as long as it keeps the
// first: 14 days after its end here. RESTATE_INGRESS_URL and RESTATE_ADMIN_URL name the server.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as restate from '@restatedev/restate-sdk';
import * as clients from '@restatedev/restate-sdk-clients';
import {
  createWebhookHandler,
  isCdrCompleted,
  unacknowledgedCdrs,
} from 'consent-evidence/webhooks';
import { doJob, type EvidenceJob, type EvidenceWork } from './evidence-job.ts';
import { serveReceiver } from './receiver.ts';
import { callSomeone, type Env, type Hooks, workOf } from './settings.ts';

const TRIES = 20; // the last ones are a quarter of an hour apart
const DAY_MS = 86_400_000;
const KEPT_MS = 14 * DAY_MS;
/** Shorter than workflows are kept, or a record would get a second one. */
const LOOK_BACK_MS = 7 * DAY_MS;
const HOUR_MS = 3_600_000;

export interface RestateEnv extends Env {
  readonly RESTATE_INGRESS_URL?: string | undefined;
  readonly RESTATE_ADMIN_URL?: string | undefined;
  /** The port at which this program serves its workflow. */
  readonly SERVICE_PORT?: string | undefined;
  /** Where Restate reaches it, the same after a restart: your load balancer. Default: this port. */
  readonly SERVICE_URL?: string | undefined;
  /** The public key of your Restate: whoever else calls is refused. */
  readonly RESTATE_IDENTITY_KEY?: string | undefined;
}

export type EvidenceWorkflow = ReturnType<typeof workflowOf>;

function workflowOf(work: EvidenceWork, { onJob }: Hooks) {
  /** One attempt. If it must not go on, Restate keeps nothing of it and pauses the workflow. */
  async function attemptOf(job: EvidenceJob) {
    const outcome = await doJob(job, work);
    onJob?.(job.cdrId, outcome.kind);
    if (outcome.kind === 'stop') {
      callSomeone(job.cdrId, outcome.code);
      throw new restate.PauseError(outcome.code);
    }
    if (outcome.kind === 'retry' && job.attempt >= TRIES) {
      console.error('gave up', job.cdrId);
      throw new restate.PauseError(`tried ${TRIES} times`);
    }
    return outcome;
  }

  return restate.workflow({
    name: 'evidence',
    handlers: {
      async run(ctx: restate.WorkflowContext): Promise<string> {
        for (let attempt = 1; ; attempt += 1) {
          const job = { cdrId: ctx.key, attempt };
          const outcome = await ctx.run(`attempt ${attempt}`, () => attemptOf(job));
          if (outcome.kind === 'done') return outcome.kind;
          if (outcome.kind === 'drop') {
            console.warn('dropped', ctx.key, outcome.code);
            return outcome.code;
          }
          const wait = ctx.sleep(outcome.afterMs, `wait ${attempt}`);
          await restate.RestatePromise.race([wait, ctx.promise(`again ${attempt}`).get()]);
        }
      },
      /** Ends the wait after an attempt. */
      again: (ctx: restate.WorkflowSharedContext, attempt: number) =>
        ctx.promise(`again ${attempt}`).resolve(),
    },
    options: {
      workflowRetention: KEPT_MS,
      // Where no machine can be reached: by default Restate pauses a workflow after 70 attempts.
      retryPolicy: { initialInterval: 500, maxInterval: 60_000, maxAttempts: 10_000 },
    },
  });
}

const logger: restate.LoggerTransport = ({ level }, ...words: unknown[]) => {
  if (String(level) === 'error') console.error(...words);
};

/** Serves the workflow, and tells Restate where. One address for all machines, and for one version. */
async function serveWorkflow(workflow: EvidenceWorkflow, env: RestateEnv) {
  const { RESTATE_IDENTITY_KEY: key } = env;
  const identityKeys = key === undefined ? [] : [key];
  const services = [workflow];
  const server = createServer(restate.createEndpointHandler({ services, identityKeys, logger }));
  server.listen(Number(env.SERVICE_PORT ?? 0), '127.0.0.1');
  await once(server, 'listening');
  const uri = env.SERVICE_URL ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await fetch(
    new URL('/deployments', env.RESTATE_ADMIN_URL ?? 'http://127.0.0.1:9070'),
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri, use_http_11: true }),
    },
  );
  if (!answer.ok) throw new Error(`Restate refused ${uri}: ${await answer.text()}`);
  return server;
}

export async function run(env: RestateEnv, hooks: Hooks = {}) {
  const work = workOf(env);
  const workflow = workflowOf(work, hooks);
  const server = await serveWorkflow(workflow, env);
  const ingress = clients.connect({ url: env.RESTATE_INGRESS_URL ?? 'http://127.0.0.1:8080' });

  /** Returns whether it is the first one under its id. */
  async function submit(cdrId: string): Promise<boolean> {
    const { status } = await ingress.workflowClient(workflow, cdrId).workflowSubmit();
    return status === 'Accepted';
  }

  const handler = createWebhookHandler({
    secret: env.CONSENT_EVIDENCE_WEBHOOK_SECRET,
    store: 'queue',
    onEvent: async (event) => {
      if (isCdrCompleted(event)) await submit(event.cdrId);
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
      // Records that have a workflow are listed too: only the webhook marks a record.
      for await (const { cdrId } of unacknowledgedCdrs(work.client, late)) {
        if (await submit(cdrId)) taken += 1;
      }
      return taken;
    },
  });

  async function close(): Promise<void> {
    await receiver.close();
    await new Promise((resolve) => server.close(resolve)); // after the attempts in hand
  }
  return { ...receiver, close };
}

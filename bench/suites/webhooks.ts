import { createHmac, timingSafeEqual } from 'node:crypto';
import type * as Webhooks from '../../src/webhooks/index.ts';
import { record } from '../fixtures/record.ts';
import { interleave } from '../harness/interleave.ts';
import type { Measure, Run, Subject } from '../harness/measure.ts';
import { load } from '../harness/peers.ts';
import type { Suite } from '../harness/suite.ts';

const SECRET = 'a-signing-secret-of-some-length';
const SECRET_BASE64 = Buffer.from(SECRET).toString('base64');

/** Makes a completed record's event of about `bytes` bytes, padded with custom data. */
function bodyOf(bytes: number): string {
  const { cdrId, domainId, domain, createdAt, disclosures } = record;
  const event = { event: 'cdr.completed', orgId: 'org_1', cdrId, domainId, domain, createdAt };
  const rest = { ip: null, userAgent: null, disclosures, webhookId: 'whk_1', timestamp: createdAt };
  const fields: Record<string, string> = {};
  const text = () => JSON.stringify({ ...event, customMetadata: fields, ...rest });
  for (let index = 0; text().length < bytes; index += 1) fields[`field_${index}`] = 'x'.repeat(180);
  return text();
}

function hmac(text: string, key: string | Buffer = SECRET): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Runs `operations` verifications, awaiting each one that is asynchronous. */
function runOf(verify: () => unknown): Run {
  return async (operations) => {
    for (let index = 0; index < operations; index += 1) {
      const verified = verify();
      if (verified instanceof Promise) await verified;
    }
  };
}

function bare(body: string): Run {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = new Headers({ 'x-svc-signature': hmac(`${timestamp}.${body}`).toString('hex') });
  return runOf(() => {
    const signature = Buffer.from(headers.get('x-svc-signature') ?? '', 'hex');
    const digest = createHmac('sha256', SECRET).update(`${timestamp}.`).update(body).digest();
    if (!timingSafeEqual(digest, signature)) throw new Error('not signed');
    return JSON.parse(body) as unknown;
  });
}

/** The headers of a delivery besides those of the service. */
const OTHER_HEADERS = {
  host: 'hooks.example.com',
  'user-agent': 'service/1',
  accept: '*/*',
  'accept-encoding': 'gzip',
  connection: 'keep-alive',
  'content-type': 'application/json',
  'content-length': '1000',
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-proto': 'https',
};

/** The forms in which a receiver can pass the headers. */
type Form = 'Headers' | 'node:http' | 'a record';

async function ours(body: string, form: Form): Promise<Run> {
  const { signWebhook, verifyWebhook } = await load<typeof Webhooks>('consent-evidence/webhooks');
  const signed = await signWebhook({ body, secret: SECRET, webhookId: 'whk_1' });
  const all = form === 'a record' ? signed : { ...OTHER_HEADERS, ...signed };
  const headers = form === 'Headers' ? new Headers(all) : all;
  return runOf(() => verifyWebhook({ body, headers, secret: SECRET }));
}

async function stripe(body: string): Promise<Run> {
  const { default: Stripe } = await load<{
    default: new (
      key: string,
    ) => {
      webhooks: {
        constructEvent(body: string, header: string, secret: string): unknown;
        generateTestHeaderString(options: object): string;
      };
    };
  }>('stripe');
  const { webhooks } = new Stripe('sk_test_1');
  const header = webhooks.generateTestHeaderString({ payload: body, secret: SECRET });
  return runOf(() => webhooks.constructEvent(body, header, SECRET));
}

/** The scheme that `standardwebhooks` and `svix` share; svix uses other header names. */
async function standard(name: string, prefix: string, body: string): Promise<Run> {
  const { Webhook } = await load<{
    Webhook: new (secret: string) => { verify(body: string, headers: object): unknown };
  }>(name);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = hmac(`msg_1.${timestamp}.${body}`, Buffer.from(SECRET)).toString('base64');
  const headers = {
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: timestamp,
    [`${prefix}-signature`]: `v1,${signature}`,
  };
  const webhook = new Webhook(SECRET_BASE64);
  return runOf(() => webhook.verify(body, headers));
}

function measureOf(title: string, bytes: number, operations: number, limit: number): Measure {
  const subjects: Record<string, Subject> = {
    'node:crypto and JSON.parse': { prepare: () => bare(bodyOf(bytes)) },
    'consent-evidence': { prepare: () => ours(bodyOf(bytes), 'Headers') },
    'consent-evidence, headers of node:http': { prepare: () => ours(bodyOf(bytes), 'node:http') },
    'consent-evidence, a record of three': { prepare: () => ours(bodyOf(bytes), 'a record') },
    stripe: { peer: 'stripe', prepare: () => stripe(bodyOf(bytes)) },
    standardwebhooks: {
      peer: 'standardwebhooks',
      prepare: () => standard('standardwebhooks', 'webhook', bodyOf(bytes)),
    },
    svix: { peer: 'svix', prepare: () => standard('svix', 'svix', bodyOf(bytes)) },
  };
  return {
    title,
    base: 'node:crypto and JSON.parse',
    ratio: 'time',
    operations,
    rounds: 40,
    limits: {
      'consent-evidence': limit,
      'consent-evidence, headers of node:http': limit,
      'consent-evidence, a record of three': limit,
    },
    subjects,
  };
}

const measures = {
  small: measureOf('a body of 1 KB', 1000, 4000, 1.16),
  large: measureOf('a body of 100 KB', 100_000, 200, 1.03),
};

export const suite: Suite = {
  title: 'Verify and parse a webhook',
  about: 'The signature, the age, the parsed event; the body as the text that arrived.',
  measures,
  run: async (plan) => [
    ...(await interleave(import.meta.url, 'small', measures.small, plan)),
    ...(await interleave(import.meta.url, 'large', measures.large, plan)),
  ],
};

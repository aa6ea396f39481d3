import type { SignWebhookOptions, VerifyWebhookOptions } from '../../../src/index.ts';
import { signWebhook, verifyWebhook } from '../../../src/index.ts';
import {
  createWebhookHandler,
  type InboxHandlerOptions,
  type MemoryStoreOptions,
  memoryStore,
  type ReconcileLease,
  type ReconcileOptions,
  reconcile,
  type UnacknowledgedCdrsOptions,
  unacknowledgedCdrs,
  type WebhookHandlerOptions,
} from '../../../src/webhooks/index.ts';
import { eventBody, NOW_MS, SECRET, signedHeaders } from '../../webhooks/delivery-fixture.ts';
import { caseOf, type OptionCase, timersOf } from './option-case.ts';

const SIGNAL = new AbortController().signal;

/** Makes a function that notes its first argument, and what its calls have noted. */
export function noting<T>(result: T) {
  const noted: unknown[] = [];
  return Object.assign(
    (first?: unknown) => {
      noted.push(first instanceof Error ? String(first) : JSON.stringify(first));
      return result;
    },
    { noted },
  );
}

export const notedBy = (given: unknown): unknown =>
  (given as { noted?: unknown } | undefined)?.noted;

function delivery(ageSeconds: number, changes: Record<string, unknown>): Request {
  const body = eventBody(changes);
  const timestamp = String(NOW_MS / 1000 + 86_400 - ageSeconds);
  const headers = signedHeaders(body, { timestamp });
  return new Request('http://localhost/hook', { method: 'POST', body, headers });
}

type Hooks = Readonly<Record<string, unknown>>;

/** What a handler answers to deliveries that each need another option. */
async function answered(options: WebhookHandlerOptions | InboxHandlerOptions) {
  const handle = createWebhookHandler(options);
  const statuses: number[] = [];
  const timers = await timersOf(async () => {
    const large = { customMetadata: { text: 'x'.repeat(2000) } };
    const deliveries = [{}, large, { event: 'other' }].map((changes) => delivery(0, changes));
    deliveries.push(delivery(400, { webhookId: 'late' }), delivery(-400, { webhookId: 'early' }));
    for (const each of deliveries) statuses.push((await handle(each)).status);
  });
  const { onRejected, onError, onEvent, onOther, store } = options as never as Hooks;
  const hooks = [onRejected, onError, onEvent, onOther].map(notedBy);
  return [statuses, timers, hooks, notedBy((store as { claim?: unknown } | undefined)?.claim)];
}

const base = () => ({
  ...{ secret: SECRET, onRejected: noting(undefined), onError: noting(undefined) },
  ...{ maxBodyBytes: 1500, bodyTimeoutMs: 4_321, answerWithinMs: 5_432 },
  ...{ toleranceSeconds: 500, futureToleranceSeconds: 500, now: () => NOW_MS + 86_400_000 },
});

function failingStore() {
  const leases: unknown[] = [];
  const claim = (id: string, { leaseSeconds }: { leaseSeconds: number }) => {
    leases.push([id, leaseSeconds]);
    return Promise.resolve('new' as const);
  };
  const complete = () => Promise.reject(new Error('full'));
  const release = () => Promise.resolve();
  return { claim: Object.assign(claim, { noted: leases }), complete, release };
}

/** A client, and what was asked of it. */
function lists() {
  const asked: unknown[] = [];
  const entries = (domainId: string, ages: readonly number[]) =>
    ages.map((age, index) => ({
      ...{ cdrId: `${domainId}-${index}`, domain: domainId, createdAt: NOW_MS - age },
      ...(index === 1 && { webhookSuccessfullySentAt: NOW_MS }),
    }));
  const cdrs = (domainId: string) => entries(domainId, [0, 1000, 2000, 3000, 4000, 9000]);
  const page = (domainId: string, order: string) => ({
    cdrs: order === 'desc' ? cdrs(domainId) : [],
  });
  const client = {
    domains: { list: (options: object) => (asked.push(options), Promise.resolve(['b.example'])) },
    cdrs: {
      list: (domainId: string, options: { order: string }) => ({
        async *pages() {
          asked.push([domainId, options]);
          yield page(domainId, options.order);
        },
        async *[Symbol.asyncIterator]() {
          asked.push([domainId, options]);
          yield* cdrs(domainId);
        },
      }),
      get: (cdrId: string) => (asked.push(cdrId), Promise.resolve({})),
    },
  };
  return { client: client as never, asked };
}

async function reconciled(options: ReconcileOptions) {
  const { client, asked } = lists();
  const inbox = {
    take: (record: object) => (asked.push(record), Promise.resolve('new' as const)),
    known: () => Promise.resolve([]),
    marks: () => Promise.resolve([]),
    keepMark: () => Promise.resolve(),
    leaseRun: ({ now, until }: ReconcileLease) => (
      asked.push({ lastsMs: until - now }), Promise.resolve('taken' as const)
    ),
  };
  const report = await reconcile(client, inbox, options);
  return [report, asked, notedBy(options.onProgress)];
}

async function claims(options: MemoryStoreOptions) {
  const store = memoryStore(options);
  const told: unknown[] = [];
  for (const id of ['a', 'b', 'a', 'a']) {
    told.push(await store.claim(id, { leaseSeconds: 25 }).catch(String));
    if (id === 'a') await store.complete(id);
  }
  return told;
}

const body = eventBody();
const headers = signedHeaders(body);

/** The functions of `consent-evidence/webhooks`. */
export const WEBHOOK_CASES: readonly OptionCase[] = [
  caseOf<WebhookHandlerOptions, 'inbox'>(
    'WebhookHandlerOptions',
    'createWebhookHandler',
    () => ({ ...base(), store: failingStore(), onEvent: noting(undefined), leaseSeconds: 77 }),
    answered,
  ),
  caseOf<InboxHandlerOptions, 'store' | 'onEvent' | 'leaseSeconds'>(
    'InboxHandlerOptions',
    'createWebhookHandler',
    () => ({
      ...{ ...base(), onOther: noting(undefined) },
      inbox: { take: () => Promise.reject(new Error('full')) } as never,
    }),
    answered,
  ),
  caseOf<MemoryStoreOptions>(
    'MemoryStoreOptions',
    'memoryStore',
    () => {
      let at = 0;
      return { maxIds: 1, retentionSeconds: 3600, now: () => (at += 2_000_000) };
    },
    claims,
  ),
  caseOf<ReconcileOptions>(
    'ReconcileOptions',
    'reconcile',
    () => ({
      ...{ since: NOW_MS - 5_000, olderThanMs: 500, domains: ['a.example', 'c.example'] },
      ...{ readEach: true, acknowledged: true, everyMs: 777, onProgress: noting(undefined) },
      ...{ clock: { now: () => NOW_MS }, signal: SIGNAL },
    }),
    reconciled,
    ['readEach'], // its page is too short for a sample
  ),
  caseOf<UnacknowledgedCdrsOptions>(
    'UnacknowledgedCdrsOptions',
    'unacknowledgedCdrs',
    () => ({
      ...{ domainId: 'a.example', since: NOW_MS - 5_000, olderThanMs: 1_500 },
      ...{ clock: { now: () => NOW_MS }, signal: SIGNAL },
    }),
    async (options) => {
      const { client, asked } = lists();
      const found: unknown[] = [];
      for await (const entry of unacknowledgedCdrs(client, options)) found.push(entry);
      return [asked, found];
    },
  ),
  caseOf<SignWebhookOptions>(
    'SignWebhookOptions',
    'signWebhook',
    () => ({ body, secret: SECRET, webhookId: 'wh_1', timestamp: 1 }),
    signWebhook,
  ),
  ...[400, -400].map((age) =>
    caseOf<VerifyWebhookOptions>(
      'VerifyWebhookOptions',
      `verifyWebhook, after ${age} s`,
      () => ({
        ...{ body, headers: new Headers(headers), secret: SECRET, toleranceSeconds: 500 },
        ...{ futureToleranceSeconds: 500, now: () => NOW_MS + age * 1000 },
      }),
      verifyWebhook,
      [age > 0 ? 'futureToleranceSeconds' : 'toleranceSeconds'],
    ),
  ),
];

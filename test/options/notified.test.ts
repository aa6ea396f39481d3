import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type LeadIntakeOptions, memoryLedger } from '../../src/intake/index.ts';
import { createWebhookHandler, memoryStore, reconcile } from '../../src/webhooks/index.ts';
import { sqliteStore } from '../../src/webhooks/sqlite.ts';
import { ok, playing } from '../client/support/answers.ts';
import { clientWith } from '../client/support/client-of.ts';
import { HOUR_MS, RecordWorld, START_MS } from '../inbox/support/record-world.ts';
import { leadOf, leadWorld } from '../intake/support/lead-world.ts';
import { now, SECRET } from '../webhooks/delivery-fixture.ts';
import { delivery, settle } from '../webhooks/support/handler-under-test.ts';

type Callback = () => never;

const fails = (): never => {
  throw new Error('the caller failed');
};

/** Runs what calls the callback, and returns what came of the call that it is told about. */
const NOTIFIED: Readonly<Record<string, (callback: Callback) => Promise<unknown>>> = {
  'trace of a client': async (trace) =>
    clientWith(playing(ok({ domains: [] })), { trace }).domains.list(),
  'onError of an intake': async (onError) => {
    const { intakeOf, capture, share } = leadWorld();
    const options: Partial<LeadIntakeOptions<undefined>> = { onDecision: fails, onError };
    const intake = intakeOf(memoryLedger(), options);
    return (await intake.take(leadOf('L-1', await share(capture())))).decision;
  },
  'onError of a handler': async (onError) => {
    const options = { secret: SECRET, store: memoryStore({ now }), now, onEvent: fails, onError };
    return (await createWebhookHandler(options)(delivery())).status;
  },
  'onRejected of a handler': async (onRejected) => {
    const options = { secret: 'another', store: memoryStore({ now }), now, onEvent: fails };
    return (await createWebhookHandler({ ...options, onRejected })(delivery())).status;
  },
  'onProgress of reconcile': async (onProgress) => {
    const world = new RecordWorld();
    const { client, inbox, mock } = world;
    await world.capture('a.example');
    await mock.clock.advance(2 * HOUR_MS);
    return reconcile(client, inbox, { since: START_MS, clock: mock.clock, onProgress });
  },
  'onSweepError of a store': async (onSweepError) => {
    const all = (sql: string) => () => (sql.includes('DELETE') ? fails() : [{}]);
    const database = { exec: () => undefined, prepare: (sql: string) => ({ all: all(sql) }) };
    return sqliteStore(database, { onSweepError }).claim('wh_1', { leaseSeconds: 25 });
  },
};

/** Ways to fail. Each notes how often it was used. */
const FAILURES: Readonly<Record<string, () => unknown>> = {
  throws: fails,
  rejects: () => Promise.reject(new Error('the caller failed')),
  'rejects later': async () => {
    await settle();
    return fails();
  },
  'rejects with a promise of another realm': () =>
    runInNewContext('Promise.reject(new Error("the caller failed"))') as unknown,
};

describe('a callback that is only told something', () => {
  it.each(Object.entries(NOTIFIED))('%s, may fail in any way', async (_name, run) => {
    const quiet = await run((() => undefined) as unknown as Callback);
    for (const fail of Object.values(FAILURES)) {
      let calls = 0;
      const callback = (): unknown => {
        calls += 1;
        return fail();
      };
      expect(await run(callback as Callback)).toEqual(quiet);
      expect(calls).toBeGreaterThan(0);
    }
    await settle(); // an unhandled rejection would end the process here
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConsentEvidenceError } from '../../src/errors/consent-evidence-error.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { memoryStore } from '../../src/webhooks/store/memory-store.ts';
import { WebhookStoreFullError } from '../../src/webhooks/store/webhook-store-full-error.ts';
import { holdToStoreContract } from './support/store-contract.ts';

const LEASE = { leaseSeconds: 60 };
const DAY_MS = 86_400_000;

function storeAt(start = 0, maxIds?: number) {
  const time = { now: start };
  return { time, store: memoryStore({ maxIds, now: () => time.now }) };
}

describe('memoryStore', () => {
  holdToStoreContract(async () => {
    const { time, store } = storeAt();
    return { store, pass: (ms) => void (time.now += ms) };
  });

  it('gives an id to one claim, and calls the others busy until the lease ends', async () => {
    const { time, store } = storeAt();
    expect(await store.claim('a', LEASE)).toBe('new');
    time.now = 59_999;
    expect(await store.claim('a', LEASE)).toBe('busy');
    time.now = 60_000;
    expect(await store.claim('a', LEASE)).toBe('new');
    time.now = 119_999;
    expect(await store.claim('a', LEASE)).toBe('busy');
  });

  it('remembers a completed id for 24 hours', async () => {
    const { time, store } = storeAt();
    await store.claim('a', LEASE);
    time.now = 5000;
    await store.complete('a');
    time.now = 5000 + DAY_MS - 1;
    expect(await store.claim('a', LEASE)).toBe('duplicate');
    time.now = 5000 + DAY_MS;
    expect(await store.claim('a', LEASE)).toBe('new');
  });

  it.each([3600, 7200, 31_536_000])(
    'or for the retentionSeconds it is told: %d',
    async (seconds) => {
      const time = { now: 5000 };
      const store = memoryStore({ retentionSeconds: seconds, now: () => time.now });
      await store.claim('a', LEASE);
      await store.complete('a');
      time.now += seconds * 1000 - 1;
      expect(await store.claim('a', LEASE)).toBe('duplicate');
      time.now += 1;
      expect(await store.claim('a', LEASE)).toBe('new');
    },
  );

  it.each([0, 3599, 3600.5, 31_536_001, Number.NaN, Number.POSITIVE_INFINITY, '7200'])(
    'refuses a retentionSeconds of %j: the service sends again for an hour',
    (retentionSeconds) => {
      const make = () => memoryStore({ retentionSeconds: retentionSeconds as number });
      expect(make).toThrow(InvalidInputError);
      expect(make).toThrow(
        'retentionSeconds: expected a whole number of seconds from 3600 to 31536000',
      );
    },
  );

  it('rejects a new id when full, and still answers for those it knows', async () => {
    const { time, store } = storeAt(0, 2);
    await store.claim('a', LEASE);
    await store.complete('a');
    await store.claim('b', LEASE);
    const error: unknown = await store.claim('c', LEASE).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WebhookStoreFullError);
    expect(isConsentEvidenceError(error)).toBe(true);
    expect(error).toMatchObject({ maxIds: 2, name: 'WebhookStoreFullError' });
    expect(await store.claim('a', LEASE)).toBe('duplicate');
    expect(await store.claim('b', LEASE)).toBe('busy');
    time.now = 60_000;
    expect(await store.claim('c', LEASE)).toBe('new');
  });

  it('makes room as completed ids end', async () => {
    const { time, store } = storeAt(0, 3);
    for (const id of ['a', 'b', 'c']) {
      await store.claim(id, LEASE);
      await store.complete(id);
      time.now += 1000;
    }
    time.now = DAY_MS + 1000;
    expect(await store.claim('d', LEASE)).toBe('new');
    expect(await store.claim('e', LEASE)).toBe('new');
    await expect(store.claim('f', LEASE)).rejects.toBeInstanceOf(WebhookStoreFullError);
    expect(await store.claim('c', LEASE)).toBe('duplicate');
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 10_000_001])(
    'refuses a maxIds of %j',
    (maxIds) => {
      expect(() => memoryStore({ maxIds })).toThrow(InvalidInputError);
    },
  );

  it('behaves as a plain list of what was done does, whatever is done in whatever order', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd');
    const act = fc.constantFrom('claim', 'complete', 'release', 'wait');
    const step = fc.tuple(act, id, fc.constantFrom(1, 30_000, 60_000, DAY_MS));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { time, store } = storeAt(0, 3);
        const model = new Map<string, { state: 'busy' | 'duplicate'; until: number }>();
        for (const [what, key, ms] of steps) {
          for (const [k, { until }] of model) if (until <= time.now) model.delete(k);
          const known = model.get(key);
          if (what === 'wait') time.now += ms;
          if (what === 'release') {
            await store.release(key);
            if (known?.state === 'busy') model.delete(key);
          }
          if (what === 'complete' && known !== undefined) {
            await store.complete(key);
            model.set(key, { state: 'duplicate', until: time.now + DAY_MS });
          }
          if (what === 'claim') {
            const expected = known?.state ?? (model.size < 3 ? 'new' : 'full');
            const got = await store.claim(key, LEASE).catch(() => 'full');
            expect(got).toBe(expected);
            if (got === 'new') model.set(key, { state: 'busy', until: time.now + 60_000 });
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

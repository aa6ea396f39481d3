import { expect, it } from 'vitest';
import { createWebhookHandler } from '../../../src/webhooks/handler/handler.ts';
import { WebhookClaimLostError } from '../../../src/webhooks/store/webhook-claim-lost-error.ts';
import type { WebhookStore } from '../../../src/webhooks/store/webhook-store.ts';
import { eventBody, NOW_MS, SECRET, signedHeaders } from '../delivery-fixture.ts';

/** A store to test against the contract, whose time the test controls. */
export interface StoreUnderTest {
  readonly store: WebhookStore;
  /**
   * Lets time pass: for the store, or for the lease of `webhookId` if the server keeps the time.
   */
  pass(ms: number, webhookId: string): Promise<void> | void;
}

const LEASE_MS = 60_000;
const lease = (claimId?: string) => ({ leaseSeconds: LEASE_MS / 1000, claimId });

function holdLeases(open: () => Promise<StoreUnderTest>): void {
  it('gives an id to one claim, and calls the others busy until the lease ends', async () => {
    const { store, pass } = await open();
    expect(await store.claim('a', lease('1'))).toBe('new');
    expect(await store.claim('a', lease('2'))).toBe('busy');
    expect(await store.claim('b', lease('3'))).toBe('new');
    await pass(LEASE_MS, 'a');
    expect(await store.claim('a', lease('4'))).toBe('new');
    expect(await store.claim('a', lease('5'))).toBe('busy');
  });

  it('gives a released id to the next claim, and remembers a completed one', async () => {
    const { store } = await open();
    await store.claim('a', lease('1'));
    await store.release('a', { claimId: '1' });
    expect(await store.claim('a', lease('2'))).toBe('new');
    await store.complete('a', { claimId: '2' });
    await store.complete('a', { claimId: '2' });
    await store.release('a', { claimId: '2' });
    await store.release('unknown', { claimId: '2' });
    expect(await store.claim('a', lease('3'))).toBe('duplicate');
  });

  it('needs no claim id', async () => {
    const { store } = await open();
    await store.claim('a', { leaseSeconds: 60 });
    await store.release('a');
    expect(await store.claim('a', { leaseSeconds: 60 })).toBe('new');
    await store.complete('a');
    expect(await store.claim('a', { leaseSeconds: 60 })).toBe('duplicate');
  });
}

function holdTakeovers(open: () => Promise<StoreUnderTest>): void {
  it('lets no one complete or release what another claim took over', async () => {
    const { store, pass } = await open();
    await store.claim('a', lease('slow'));
    await pass(LEASE_MS, 'a');
    expect(await store.claim('a', lease('next'))).toBe('new');
    await store.release('a', { claimId: 'slow' });
    expect(await store.claim('a', lease('third'))).toBe('busy');
    const error: unknown = await store.complete('a', { claimId: 'slow' }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(WebhookClaimLostError);
    expect(error).toMatchObject({ webhookId: 'a' });
    expect(await store.claim('a', lease('third'))).toBe('busy');
    await store.complete('a', { claimId: 'next' });
    await store.complete('a', { claimId: 'next' });
    expect(await store.claim('a', lease('third'))).toBe('duplicate');
  });

  it('tells a late claim whether the one that took the id over has completed it', async () => {
    const { store, pass } = await open();
    await store.claim('a', lease('slow'));
    await pass(LEASE_MS, 'a');
    await store.claim('a', lease('next'));
    const late = () => store.complete('a', { claimId: 'slow' }).catch((e: unknown) => e);
    expect(await late()).toMatchObject({ webhookId: 'a', completed: false });
    await store.complete('a', { claimId: 'next' });
    const error = await late();
    expect(error).toBeInstanceOf(WebhookClaimLostError);
    expect(error).toMatchObject({ webhookId: 'a', completed: true });
    await store.release('a', { claimId: 'slow' });
    expect(await store.claim('a', lease('third'))).toBe('duplicate');
    await store.complete('a', { claimId: 'next' });
  });

  it('has a completion without a claim id be anybody’s, also of what another completed', async () => {
    const { store } = await open();
    await store.claim('a', lease('1'));
    await store.complete('a', { claimId: '1' });
    await store.complete('a');
    expect(await store.claim('a', lease('2'))).toBe('duplicate');
  });

  it('lets a late claim complete what no one took over', async () => {
    const { store, pass } = await open();
    await store.claim('a', lease('slow'));
    await pass(LEASE_MS, 'a');
    await store.complete('a', { claimId: 'slow' });
    expect(await store.claim('a', lease('next'))).toBe('duplicate');
  });
}

function holdConcurrency(open: () => Promise<StoreUnderTest>): void {
  it('runs onEvent once for the same delivery a hundred times at once', async () => {
    const { store } = await open();
    let runs = 0;
    const handle = createWebhookHandler({
      secret: SECRET,
      now: () => NOW_MS,
      store,
      onEvent: () => {
        runs += 1;
      },
    });
    const body = eventBody({ webhookId: 'wh_hundred' });
    const post = async (): Promise<number> => {
      const init = { method: 'POST', body, headers: signedHeaders(body) };
      return (await handle(new Request('http://localhost/', init))).status;
    };
    const statuses = await Promise.all(Array.from({ length: 100 }, post));
    expect(runs).toBe(1);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(await post()).toBe(200);
    expect(runs).toBe(1);
  });
}

/** Tests what every store must do, whether the package's or a user's own. */
export function holdToStoreContract(open: () => Promise<StoreUnderTest>): void {
  holdLeases(open);
  holdTakeovers(open);
  holdConcurrency(open);
}

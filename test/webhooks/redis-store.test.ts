import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, describe, expect, it } from 'vitest';
import { redisStore } from '../../examples/webhooks/redis-store.ts';
import { startRedis } from './support/redis-server.ts';
import { holdToStoreContract } from './support/store-contract.ts';

const server = await startRedis();
const client = createClient(server === undefined ? {} : { url: server.url });
if (server !== undefined) await client.connect();
const io = new Redis(server?.url ?? '', { lazyConnect: true });
let stores = 0;

afterAll(async () => {
  if (server === undefined) return;
  client.destroy();
  io.disconnect();
  await server.stop();
});

describe.skipIf(server === undefined).each([
  ['redis', client],
  ['ioredis', io],
] as const)('redisStore of the examples, on a real server, by %s', (_name, own) => {
  async function open() {
    stores += 1;
    const prefix = `webhook:${stores}:`;
    // The server's clock cannot be moved, so the key expires now.
    const pass = async (_ms: number, id: string): Promise<void> => {
      await client.pExpireAt(prefix + id, 1);
    };
    return { prefix, store: redisStore(own, prefix), pass };
  }

  holdToStoreContract(open);

  it('ends a lease after its seconds, and forgets a completed id after 24 hours', async () => {
    const { store, prefix } = await open();
    await store.claim('a', { leaseSeconds: 60, claimId: '1' });
    const leased = await client.pTTL(`${prefix}a`);
    expect(leased).toBeGreaterThan(50_000);
    expect(leased).toBeLessThanOrEqual(60_000);
    await store.complete('a', { claimId: '1' });
    const kept = await client.pTTL(`${prefix}a`);
    expect(kept).toBeGreaterThan(86_390_000);
    expect(kept).toBeLessThanOrEqual(86_400_000);
  });
});

describe('redisStore of the examples', () => {
  it('rejects an invalid answer', async () => {
    const store = redisStore({ eval: () => Promise.resolve('OK') });
    await expect(store.claim('a', { leaseSeconds: 60 })).rejects.toThrow('Redis answered OK');
  });
});

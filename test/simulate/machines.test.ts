import { describe, expect, it } from 'vitest';
import { type StartProgram, simulate } from '../../mock/simulate.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { onInbox, readsEvidence } from './support/inbox.ts';
import { withWorker } from './support/planted-intakes.ts';
import { locksInMemory } from './support/planted-webhooks.ts';
import { intakeOn } from './support/programs.ts';
import { onSqliteStore } from './support/receivers.ts';

const ONCE = { crashes: 0, repeatedDeliveries: 1 };

describe('a program on several machines', () => {
  it.each<[string, StartProgram, number, number]>([
    ['the intake', intakeOn(() => sqliteLedger(':memory:')), 2, 60],
    ['the intake on three', intakeOn(() => sqliteLedger(':memory:')), 3, 20],
    ['the intake with a worker on each', withWorker, 2, 30],
    ['the webhook handler', onSqliteStore, 2, 80],
    ['the inbox with its worker', onInbox(readsEvidence), 2, 25],
  ])('holds: %s', { timeout: 100_000 }, async (_what, start, machines, worlds) => {
    const { broken, tried } = await simulate({ start, machines, worlds });
    expect(broken.map(({ story }) => story)).toEqual([]);
    expect(tried.crashes).toBeGreaterThan(worlds / 20);
    expect(tried.accepted + tried.effects).toBeGreaterThan(worlds / 2);
  });

  it('has one start for each, with its number, and what is durable is shared', async () => {
    const numbers = new Set<number>();
    const stores = new Set<object>();
    const start: StartProgram = ({ machine, durable, storage }) => {
      numbers.add(machine);
      durable('store', () => {
        const store = {};
        stores.add(store);
        return store;
      });
      storage.set('started', Number(storage.get('started') ?? 0) + 1);
      return { take: () => ({ decision: 'refuse' }) };
    };
    const seen: unknown[] = [];
    await simulate({
      ...{ start, machines: 4, worlds: 1, trouble: { crashes: 0 } },
      invariants: { started: ({ storage }) => void seen.push(storage.get('started')) },
    });
    expect([...numbers].sort()).toEqual([0, 1, 2, 3]);
    expect(new Set(seen)).toEqual(new Set([4]));
    // One for each check of the program's functions, and one for each run.
    expect(stores.size).toBe(4);
  });

  it('is found where a lock in the memory of one machine is all that keeps them apart', async () => {
    const run = (machines: number, worlds: number) =>
      simulate({ start: locksInMemory, machines, worlds, trouble: ONCE });
    expect((await run(1, 40)).broken).toEqual([]);
    const { broken } = await run(2, 40);
    expect(broken.map(({ invariant }) => invariant)).toEqual(['noEffectTwice']);
    expect(broken[0]?.steps.slice(-3)).toMatchInlineSnapshot(`
      [
        "12:00:00.071    Acme Solar on machine 1 answers 200",
        "12:00:00.073    Acme Solar on machine 2 does its work for record 1",
        "12:00:00.073    Acme Solar on machine 2 answers 200",
      ]
    `);
  });

  it('has the order in which its machines go on from the seed', async () => {
    const orders = (seed: string) => {
      const seen: string[] = [];
      const start: StartProgram = ({ machine, clock, durable }) => {
        const store = durable('store', () => ({ get: async () => undefined }));
        return {
          take: () => ({ decision: 'refuse' }),
          async tick() {
            await clock.sleep(1_000);
            seen.push(`slept ${machine}`);
            await store.get();
            seen.push(`read ${machine}`);
          },
        };
      };
      const trouble = { crashes: 0, repeatedPosts: 0 };
      return simulate({ start, seed, machines: 2, worlds: 3, trouble }).then(() => seen.join());
    };
    const one = await orders('one');
    expect(one).toMatch(/slept 0,slept 1/);
    expect(one).toMatch(/slept 1,slept 0/);
    expect(one).toMatch(/slept (\d),read \1/);
    expect(await orders('one')).toBe(one);
    expect(await orders('two')).not.toBe(one);
  });

  it('is told on as few machines as break it', async () => {
    const start: StartProgram = () => ({ take: () => ({ decision: 'accept' }) });
    const { broken } = await simulate({ start, machines: 4, worlds: 5 });
    expect(broken[0]?.story).not.toContain('machine');
  });
});

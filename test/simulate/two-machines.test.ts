import { describe, expect, it } from 'vitest';
import { type Invariant, simulate, TROUBLE, type Trouble } from '../../mock/simulate.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { onInbox, readsEvidence } from './support/inbox.ts';
import { intakeOn } from './support/programs.ts';
import { onSqliteStore } from './support/receivers.ts';
import { decidedOrInDoubt, locksInMemory, onTwoMachines } from './support/two-machines.ts';

/** Every record is sold through two links, and nothing else goes wrong. */
const twoLinks: Trouble = {
  ...Object.fromEntries(Object.keys(TROUBLE).map((name) => [name, 0])),
  secondLinks: 1,
};

describe('two machines on one store, each of which dies by itself', () => {
  it.each([
    ['the intake', intakeOn(() => sqliteLedger(':memory:')), 40],
    ['the webhook handler', onSqliteStore, 80],
    ['the inbox with its worker', onInbox(readsEvidence), 25],
  ])(
    'lose nothing and do nothing twice: %s',
    { timeout: 100_000 },
    async (_what, start, worlds) => {
      let deaths = 0;
      const count: Invariant = ({ storage }) => {
        deaths += Number(storage.get('deaths') ?? 0);
      };
      const both = onTwoMachines(start);
      const { broken, tried } = await simulate({
        ...{ start: both, worlds },
        invariants: { count, decidedOrInDoubt },
      });
      expect(broken.map(({ story }) => story)).toEqual([]);
      expect(deaths).toBeGreaterThan(worlds / 10);
      expect(tried.accepted + tried.effects).toBeGreaterThan(worlds / 2);
    },
  );

  it('accept a record twice where a lock in memory keeps one of them apart', async () => {
    const named = async (start: typeof locksInMemory) => {
      const { broken } = await simulate({ start, worlds: 40, trouble: twoLinks });
      return broken.map(({ invariant }) => invariant);
    };
    expect(await named(locksInMemory)).toEqual([]);
    expect(await named(onTwoMachines(locksInMemory))).toContain('oneChargePerRecord');
  });
});

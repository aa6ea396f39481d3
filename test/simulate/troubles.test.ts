import { describe, expect, it } from 'vitest';
import { type StartProgram, simulate, TROUBLE, type Trouble } from '../../mock/simulate.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { onInbox, readsEvidence } from './support/inbox.ts';
import { intakeOn } from './support/programs.ts';
import { onSqliteStore } from './support/receivers.ts';

/** Nothing goes wrong but this. */
const only = (trouble: Trouble): Trouble => ({
  ...Object.fromEntries(Object.keys(TROUBLE).map((name) => [name, 0])),
  ...trouble,
});

describe('an outage', () => {
  it('lasts from minutes to hours, answers nothing, and ends', async () => {
    const lengths = new Set<number>();
    const start: StartProgram = ({ clientOptions: { fetch, baseUrl }, clock }) => {
      const seen = { from: 0, until: 0 };
      setInterval(async () => {
        const at = clock.now();
        const answer = await fetch(`${baseUrl}/v1/domains`).catch(() => undefined);
        const isAway = answer === undefined || (answer as Response).status === 503;
        if (isAway) Object.assign(seen, { from: seen.from || at, until: at });
        else if (seen.from > 0) lengths.add(Math.round((seen.until - seen.from) / 600_000));
      }, 60_000);
      return { take: () => ({ decision: 'refuse' }) };
    };
    const { tried } = await simulate({ start, worlds: 12, trouble: only({ outages: 1 }) });
    expect(tried.requests).toBeGreaterThan(500);
    expect([...lengths].sort((a, b) => a - b)).toEqual([0, 5, 24]);
  });
});

describe('a slow database', () => {
  it('answers late, or executes late, and says so in the story', async () => {
    const seen = new Set<string>();
    const start: StartProgram = ({ clock, durable }) => {
      const store = durable('store', () => ({ add: async () => clock.now() }));
      return {
        async take() {
          await store.add();
          for (let count = 0; count < 4; count += 1) {
            const begunAt = clock.now();
            const executedAt = await store.add();
            seen.add(`${executedAt - begunAt} of ${clock.now() - begunAt}`);
          }
          return { decision: 'hold' };
        },
      };
    };
    const slow = only({ slowDatabase: 1 });
    const { broken } = await simulate({ start, worlds: 12, trouble: slow });
    const expected = ['0 of 0', '0 of 3000', '0 of 40000', '3000 of 3000', '40000 of 40000'];
    expect([...seen].sort()).toEqual(expected);
    // The shortest story needs no slow database.
    expect(broken[0]?.story).not.toContain('database');
  });
});

describe('what works here', () => {
  const bad = { outages: 0.4, slowDatabase: 0.3, forgedDeliveries: 0.5 };

  it.each<[string, StartProgram, number, number]>([
    ['the intake', intakeOn(() => sqliteLedger(':memory:')), 1, 40],
    ['the intake on two machines', intakeOn(() => sqliteLedger(':memory:')), 2, 25],
    ['the webhook handler', onSqliteStore, 1, 60],
    ['the inbox with its worker on two machines', onInbox(readsEvidence), 2, 15],
  ])('holds under much of it: %s', { timeout: 100_000 }, async (_what, start, machines, worlds) => {
    const { broken, tried } = await simulate({ start, machines, worlds, trouble: bad });
    expect(broken.map(({ story }) => story)).toEqual([]);
    expect(tried.accepted + tried.effects).toBeGreaterThan(worlds / 2);
  });
});

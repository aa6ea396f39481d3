import { describe, expect, it } from 'vitest';
import { type StartProgram, simulate, TROUBLE, type Trouble } from '../../mock/simulate.ts';
import { ConsentEvidence } from '../../src/index.ts';
import { TAKES, WEBHOOKS } from './support/planted.ts';
import {
  changesItsMind,
  keepsTheRecord,
  listsTooMuch,
  paysBeforeItAsks,
  withIdleWorker,
  withoutWorker,
  withWorker,
} from './support/planted-intakes.ts';
import { lastLeadHasIt } from './support/planted-last-lead.ts';
import { buyerWith } from './support/planted-takes.ts';
import { trustsAnyone } from './support/planted-webhooks.ts';
import { criteria } from './support/programs.ts';

const WORLDS_MAX = 1_000;

/**
 * Returns the length of a short story that breaks the invariant. It is in the `known` world; the others
 * are run only where the worlds have changed since. `npm run proof:simulate` searches all of them.
 */
async function shortest(start: StartProgram, invariant: string, known: number) {
  const others = Array.from({ length: WORLDS_MAX }, (_, world) => world);
  for (const world of [known, ...others]) {
    const { broken } = await simulate({ start, world, seed: 'planted' });
    const breach = broken.find((each) => each.invariant === invariant);
    if (breach !== undefined && breach.steps.length < 20) return breach.steps.length;
  }
  return undefined;
}

/** Every lead has a link and a record of its own, and every answer comes. */
const ONE_SALE: Trouble = {
  ...Object.fromEntries(Object.keys(TROUBLE).map((name) => [name, 0])),
  uncheckedBoxes: 0.5,
};

/** Pays the seller less for a lead whose box was not checked. */
const inTwoTiers: StartProgram = ({ clientOptions }) => {
  const { shares } = new ConsentEvidence(clientOptions);
  return {
    async take({ shareUrl, phone }) {
      const loose = { schemaVersion: 1, leadMatch: { phone } } as const;
      const { cdrId } = await shares
        .receive(shareUrl, { acceptance: { ...criteria, ...loose } })
        .catch(() => shares.receive(shareUrl, { acceptance: loose }));
      return { decision: 'accept', cdrId };
    },
  };
};

/** Each mistake, and the only invariant that it breaks. */
const ALONE: readonly (readonly [string, StartProgram, string])[] = [
  ['pays before it sends all of its criteria', paysBeforeItAsks, 'criteriaMet'],
  ['refuses what it has paid for, and calls it an orphan', keepsTheRecord, 'orphansAreOrphans'],
  ['lists accepted records as orphans', listsTooMuch, 'orphansAreOrphans'],
  ['refuses a lead, and accepts it later', changesItsMind, 'finalStaysFinal'],
  ['has no worker', withoutWorker, 'everyLeadDecided'],
  ['has a worker that does nothing', withIdleWorker, 'everyLeadDecided'],
  ['trusts whoever sends a delivery', trustsAnyone, 'noForgedEffect'],
];

describe('a program with one planted mistake', () => {
  it.each(TAKES)('a buyer who %s breaks %s', async (mistake, invariant, world) => {
    expect(await shortest(buyerWith(mistake), invariant, world)).toBeDefined();
  });

  it('a buyer who says of every lead that it may be paid for decides no lead', async () => {
    const take = async () => ({ decision: 'hold', code: 'PAID_UNKNOWN' }) as const;
    expect(await shortest(() => ({ take }), 'everyLeadDecided', 6)).toBeDefined();
  });

  it('a buyer who takes a decision back has still accepted both leads', async () => {
    expect(await shortest(lastLeadHasIt, 'oneChargePerRecord', 8)).toBeDefined();
  });

  it.each(ALONE)('one that %s breaks one invariant alone', async (_what, start, invariant) => {
    const { broken } = await simulate({ start, worlds: 30, seed: 'alone' });
    expect(broken.map((each) => each.invariant)).toEqual([invariant]);
    expect(broken[0]?.steps.length).toBeLessThan(20);
  });

  it.each(WEBHOOKS)('a receiver that %s is told so', async (_what, start, invariant, world) => {
    expect(await shortest(start, invariant, world)).toBeDefined();
  });
});

describe('a program without a mistake', () => {
  it('is spared where its worker runs in the background, and no timer tells what it decided', async () => {
    const { broken, tried } = await simulate({ start: withWorker, worlds: 30, seed: 'alone' });
    expect(broken.map(({ story }) => story)).toEqual([]);
    expect(tried.accepted).toBeGreaterThan(10);
  });

  it('is spared where it tries stricter criteria first, and accepts by the others', async () => {
    const { broken, tried } = await simulate({ start: inTwoTiers, worlds: 60, trouble: ONE_SALE });
    expect(broken.map(({ story }) => story)).toEqual([]);
    expect(tried.accepted).toBeGreaterThan(40);
  });
});

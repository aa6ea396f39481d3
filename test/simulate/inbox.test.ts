import { describe, expect, it } from 'vitest';
import { type Invariant, simulate } from '../../mock/simulate.ts';
import {
  company,
  enqueuesBesides,
  nothingReceivedIsHandedOn,
  onInbox,
  readsEvidence,
} from './support/inbox.ts';

/** Counts the worlds in which a record came in by its event, and those by a reconciliation. */
function countingWays() {
  const ways = { webhook: 0, reconcile: 0 };
  const count: Invariant = ({ storage }) => {
    if (storage.get('via webhook') === true) ways.webhook += 1;
    if (storage.get('via reconcile') === true) ways.reconcile += 1;
  };
  return { ways, count };
}

describe('the inbox, with its worker and its reconciliation', () => {
  it('hands each record on once, whatever dies', { timeout: 100_000 }, async () => {
    const { ways, count } = countingWays();
    const start = onInbox(readsEvidence);
    const { broken, tried } = await simulate({ start, worlds: 50, invariants: { count } });
    expect(broken.map(({ story }) => story)).toEqual([]);
    expect(ways.webhook).toBeGreaterThan(20);
    expect(ways.reconcile).toBeGreaterThan(5);
    expect(tried.crashes).toBeGreaterThan(20);
  });

  it('hands nothing on that was bought as a lead', { timeout: 100_000 }, async () => {
    const { ways, count } = countingWays();
    const { broken, tried } = await simulate({
      ...{ start: company, worlds: 25 },
      invariants: { nothingReceivedIsHandedOn, count },
    });
    expect(broken.map(({ story }) => story)).toEqual([]);
    expect(tried.accepted).toBeGreaterThan(15);
    expect(ways.webhook).toBeGreaterThan(10);
    expect(ways.reconcile).toBeGreaterThan(2);
  });

  it('loses a record whose job is not in its transaction', async () => {
    const { broken } = await simulate({ start: enqueuesBesides, worlds: 100, stopAtFirst: true });
    expect(broken.map(({ invariant }) => invariant)).toEqual(['noEventLost']);
  });
});

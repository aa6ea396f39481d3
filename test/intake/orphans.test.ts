import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { all, leadWorld } from './support/lead-world.ts';

/** Makes records that the buyer received outside its ledger, a minute apart. */
async function received(count: number) {
  const world = leadWorld();
  const { mock, clientOf, capture, share } = world;
  const client = clientOf();
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    times.push(mock.clock.now());
    await client.shares.receive(await share(capture()));
    await mock.clock.advance({ minutes: 1 });
  }
  return { ...world, times };
}

describe('orphans', () => {
  it('are given from the instant `since` on, and no page behind it is read', async () => {
    const { intakeOf, mock, times } = await received(205);
    const intake = intakeOf();
    const before = mock.requests().length;
    const domains = ['sunroof.example'];
    const found = await all(intake.orphans({ since: times[202] ?? 0, domains }));
    expect(found.map(({ createdAt }) => createdAt)).toEqual(times.slice(202).reverse());
    const lists = mock.requests().slice(before);
    expect(lists.filter(({ operation }) => operation === 'cdrs.list')).toHaveLength(1);
  });

  it('are in the list although the record is gone or invalid by the time it is read', async () => {
    const { intakeOf, mock } = await received(3);
    mock.addFault({ operation: 'cdrs.get', code: 'CDR_INVALID' });
    mock.addFault({ operation: 'cdrs.get', code: 'NOT_FOUND' });
    expect(await all(intakeOf().orphans())).toHaveLength(3);
  });

  it('are not to be had where a record cannot be read', async () => {
    const { intakeOf, mock } = await received(1);
    mock.addFault({ operation: 'cdrs.get', status: 503 });
    await expect(all(intakeOf().orphans())).rejects.toMatchObject({ status: 503 });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('throw for since: %s', async (since) => {
    const { intakeOf, mock } = leadWorld();
    await expect(all(intakeOf().orphans({ since }))).rejects.toBeInstanceOf(InvalidInputError);
    expect(mock.requests()).toEqual([]);
  });
});

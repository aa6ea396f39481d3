import { describe, expect, it } from 'vitest';
import { presets } from '../../mock/index.ts';
import type { AcceptanceCriteria } from '../../src/index.ts';
import { memoryLedger } from '../../src/intake/index.ts';
import { all, leadOf, leadWorld } from './support/lead-world.ts';

const UNCHECKED = presets.uncheckedBox();

/** Takes a lead of which only `alreadyClaimed` is left after a lost answer. */
async function lostThenClaimed(
  page: Parameters<ReturnType<typeof leadWorld>['capture']>[0],
  criteria: AcceptanceCriteria,
  isElsewhere = true,
) {
  const world = leadWorld();
  const { intakeOf, capture, share, clientOf, mock } = world;
  const cdrId = capture(page);
  const shareUrl = await share(cdrId);
  if (isElsewhere) await clientOf().shares.receive(shareUrl);
  mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
  const intake = intakeOf(memoryLedger(), { criteria });
  await intake.take(leadOf('L-1', shareUrl));
  return { ...world, intake, cdrId };
}

describe('a lost answer after which the record is only known to be received', () => {
  it('is a duplicate where the record fails the criteria under every reading', async () => {
    const { disclosures, fields } = UNCHECKED;
    const { intake, cdrId, mock, paid } = await lostThenClaimed(
      { ...(disclosures && { disclosures }), ...(fields && { fields }) },
      { schemaVersion: 1, disclosure: { requireAllCheckboxesAffirmed: true } },
    );
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([
      { decision: 'duplicate', cdrId, charge: 'possible' },
    ]);
    expect((await all(intake.orphans())).map((orphan) => orphan.cdrId)).toEqual([cdrId]);
    expect(paid()).toEqual([cdrId]);
  });

  it('is accepted where the record meets the criteria: it is nearly always our own receive', async () => {
    const { intake, cdrId, mock } = await lostThenClaimed(
      {},
      { schemaVersion: 1, disclosure: { requireAllCheckboxesAffirmed: true } },
      false,
    );
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
  });

  it.each([
    ['that was young enough when it was received', 3_600, false, 'accept'],
    ['that was too old before', 60, true, 'duplicate'],
  ] as const)(
    'is judged at the instant of the first receive: a record %s',
    async (_, maxAgeSeconds, isElsewhere, decision) => {
      const world = leadWorld();
      const { intakeOf, capture, share, clientOf, mock } = world;
      const cdrId = capture();
      const shareUrl = await share(cdrId);
      await mock.clock.advance({ minutes: 30 });
      if (isElsewhere) await clientOf().shares.receive(shareUrl);
      mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
      const criteria = { schemaVersion: 1, record: { maxAgeSeconds } } as const;
      const intake = intakeOf(memoryLedger(), { criteria });
      await intake.take(leadOf('L-1', shareUrl));
      // By now, the record is too old for both.
      await mock.clock.advance({ hours: 5 });
      expect(await intake.resume()).toMatchObject([{ decision, cdrId }]);
    },
  );

  it('is judged by its own criteria, also after its time is over', async () => {
    const { intake, mock, cdrId } = await lostThenClaimed(
      {},
      { schemaVersion: 1, disclosure: { requireAllCheckboxesAffirmed: true } },
      false,
    );
    const unread = mock.addFault({ operation: 'cdrs.get', status: 503, times: 500 });
    for (let day = 0; day < 4; day += 1) {
      await mock.clock.advance({ days: 1 });
      await intake.resume();
    }
    expect(await intake.get('L-1')).toMatchObject({ decision: 'hold' });
    unread.remove();
    await mock.clock.advance({ days: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
  });
});

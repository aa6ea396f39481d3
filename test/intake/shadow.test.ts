import { expect, it } from 'vitest';
import { memoryLedger } from '../../src/intake/index.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

const STRICTER = { schemaVersion: 1, record: { maxAgeSeconds: 60 } } as const;

it('shadow criteria change no decision, and the report says what they would refuse', async () => {
  const { intakeOf, capture, share, mock, paid } = leadWorld();
  const intake = intakeOf(memoryLedger(), { shadow: STRICTER });
  const old = await share(capture());
  await mock.clock.advance({ hours: 1 });
  expect(await intake.take(leadOf('L-1', old))).toMatchObject({
    ...{ decision: 'accept', shadow: { outcome: 'refused', codes: ['RECORD_TOO_OLD'] } },
  });
  expect(await intake.take(leadOf('L-2', await share(capture())))).toMatchObject({
    ...{ decision: 'accept', shadow: { outcome: 'met', codes: [] } },
  });
  // A record that cannot be read does not hold its lead up.
  mock.addFault({ operation: 'cdrs.get', status: 503 });
  expect(await intake.take(leadOf('L-3', await share(capture())))).toMatchObject({
    ...{ decision: 'accept', shadow: { outcome: 'undecidable', codes: [] } },
  });
  const { total } = await intake.report({ by: 'day' });
  expect(total.shadow).toEqual({ refused: 1, refusedBy: { RECORD_TOO_OLD: 1 }, undecidable: 1 });
  expect(total).toMatchObject({ accepted: 3, refused: 0 });
  expect(paid()).toHaveLength(3);
});

it('shadow criteria are checked at once, at their own path', () => {
  const { intakeOf } = leadWorld();
  const make = () => intakeOf(memoryLedger(), { shadow: { schemaVersion: 1, typo: 1 } as never });
  expect(make).toThrow('shadow.typo');
});

it('without shadow criteria no record is read', async () => {
  const { intakeOf, capture, share, mock } = leadWorld();
  await intakeOf().take(leadOf('L-1', await share(capture())));
  expect(mock.requests().filter(({ operation }) => operation === 'cdrs.get')).toEqual([]);
});

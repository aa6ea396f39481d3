import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

it('reports no decision a second time if someone makes every lead due by hand', async () => {
  const { intakeOf, capture, share, mock } = leadWorld();
  const db = new DatabaseSync(':memory:');
  const told: unknown[] = [];
  const intake = intakeOf(sqliteLedger(db), {
    onDecision: ({ leadId }, { tx }) => void told.push(leadId, tx === db),
  });
  await intake.take(leadOf('L-1', await share(capture())));
  const requests = mock.requests().length;
  db.exec('UPDATE consent_evidence_leads SET due_at = 0');
  for (let pass = 0; pass < 2; pass += 1) await intake.resume();
  expect(told).toEqual(['L-1', true]);
  expect(await intake.resume()).toEqual([]);
  expect(mock.requests()).toHaveLength(requests);
});

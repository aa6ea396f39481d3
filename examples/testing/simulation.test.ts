// A simulation under node:test: the intake of `examples/lead-intake.ts` in 100 worlds in which answers
// are lost, links are sold twice and the process can die at any await. Under vitest or Jest,
// `expect.extend({ toHold })` gives `expect(report).toHold()`.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { ConsentEvidence } from 'consent-evidence';
import { assertHolds, type StartProgram, simulate } from 'consent-evidence/mock/simulate';
import { intakeOn } from '../lead-intake.ts';

const start: StartProgram = ({ clientOptions, clock, durable, storage }) => {
  // The file that survives a crash.
  const { database } = durable('file', () => ({ database: new DatabaseSync(':memory:') }));
  const intake = intakeOn(database, new ConsentEvidence(clientOptions), clock);
  return {
    take: (lead) => intake.take(lead),
    async tick() {
      const decisions = await intake.resume();
      storage.set('rows', database.prepare('SELECT lead_id, decision FROM our_leads').all());
      return decisions;
    },
    orphans: () => intake.orphans(),
  };
};

test('the intake loses no money and no lead, and our table says what it said', async () => {
  const report = await simulate({
    seed: 'lead-intake',
    worlds: 100,
    start,
    invariants: {
      ourTable({ decisions, storage }) {
        const rows = storage.get('rows') as { lead_id: string; decision: string }[];
        const ours = new Map(rows.map((row) => [row.lead_id, row.decision]));
        for (const { leadId, decision } of decisions) {
          if (decision !== 'hold') assert.equal(ours.get(leadId), decision, leadId);
        }
      },
    },
  });
  assertHolds(report);
  assert.ok(report.tried.crashes > 10);
});

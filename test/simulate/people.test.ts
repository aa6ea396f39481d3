import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { type StartProgram, simulate } from '../../mock/simulate.ts';
import { ConsentEvidence } from '../../src/index.ts';
import { createLeadIntake, type LeadDecision, type LeadReport } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';

/** Counts what people saw, over all worlds. */
const seen = { settled: 0, most: 0, accepted: 0 };

/** An intake with a seller's batch, the lead's data, a person for what no call can tell, and a report. */
const withPeople: StartProgram = ({ clientOptions, clock, durable, storage }) => {
  const ledger = durable('ledger', () => sqliteLedger(new DatabaseSync(':memory:')));
  const intake = createLeadIntake({
    client: new ConsentEvidence(clientOptions),
    account: 'acme',
    ledger,
    criteria: { schemaVersion: 1, disclosure: { requireEveryDisclosureConsented: true } },
    shadow: { schemaVersion: 1, record: { maxAgeSeconds: 60 } },
    clock,
    onDecision: ({ decision }, { lead }) =>
      storage.set(`told ${lead.leadId}`, [decision, lead.data]),
  });
  return {
    async take(lead): Promise<LeadDecision> {
      const batch = [{ ...lead, source: 'sunroof', data: { of: lead.leadId } }];
      for await (const { decision, error } of intake.takeAll(batch)) {
        if (decision === undefined) throw error;
        return decision;
      }
      throw new Error('the batch has one lead');
    },
    async tick() {
      const decisions = await intake.resume();
      for await (const { act, source, leadId } of intake.held()) {
        if (act !== 'person') continue;
        const how = { decision: 'refuse', reason: 'nobody can tell', by: 'ann' } as const;
        decisions.push(await intake.settle({ source, leadId }, how));
        seen.settled += 1;
      }
      const report: LeadReport = await intake.report({ by: 'source' });
      storage.set('report', [report.total.charges.most, report.total.accepted]);
      return decisions;
    },
    orphans: () => intake.orphans(),
  };
};

it('an intake with people around it keeps every promise in any world', async () => {
  const report = await simulate({
    ...{ seed: 'people', worlds: 100, start: withPeople },
    invariants: {
      toldAsDecided({ decisions, storage }) {
        for (const { leadId, decision } of decisions) {
          if (decision === 'hold' || decision === 'fix') continue;
          expect(storage.get(`told ${leadId}`)).toEqual([decision, { of: leadId }]);
        }
        const [most = 0, accepted = 0] = (storage.get('report') ?? []) as number[];
        expect(most).toBeGreaterThanOrEqual(accepted);
        seen.most += most;
        seen.accepted += accepted;
      },
    },
  });
  expect(report.broken.map(({ story }) => story)).toEqual([]);
  expect(seen.accepted).toBeGreaterThan(10);
  expect(seen.settled).toBeGreaterThan(0);
});

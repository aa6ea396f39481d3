import { DatabaseSync } from 'node:sqlite';
import { ConsentEvidence } from 'consent-evidence';
import * as leadIntake from '../../../examples/lead-intake.ts';
import { receiveLead } from '../../../examples/receive-with-criteria.ts';
import { routeLead } from '../../../examples/testing/route-lead.ts';
import type { SimulatedDecision, StartProgram } from '../../../mock/simulate.ts';

/** The intake, on a file that survives a crash. */
export const buysByTheIntake: StartProgram = ({ clientOptions, clock, durable }) => {
  const { database } = durable('file', () => ({ database: new DatabaseSync(':memory:') }));
  const intake = leadIntake.intakeOn(database, new ConsentEvidence(clientOptions), clock);
  return {
    take: (lead) => intake.take(lead),
    tick: () => intake.resume(),
    orphans: () => intake.orphans(),
  };
};

/** Makes one call for each lead and keeps nothing. */
export const buysWithCriteria: StartProgram = ({ clientOptions }) => {
  const client = new ConsentEvidence(clientOptions);
  return {
    async take({ shareUrl, phone }): Promise<SimulatedDecision> {
      const { decision, cdrId } = await receiveLead(client, shareUrl, phone);
      return cdrId === undefined ? { decision } : { decision, cdrId };
    },
  };
};

/** Keeps the table that the example requires, written before each call. */
export const routesLeads: StartProgram = ({ clientOptions, storage }) => {
  const client = new ConsentEvidence(clientOptions);
  return {
    async take({ leadId, shareUrl, phone }): Promise<SimulatedDecision> {
      const key = `link ${shareUrl}`;
      if (storage.get(key) === undefined) storage.set(key, leadId);
      const firstUse = storage.get(key) === leadId;
      const said = await routeLead({ consentUrl: shareUrl, phone, firstUse }, client);
      const [, cdrId] = /^sold, evidence (.+)$/.exec(said) ?? [];
      if (cdrId !== undefined) return { decision: 'accept', cdrId };
      return { decision: said as SimulatedDecision['decision'] };
    },
  };
};

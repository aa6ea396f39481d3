import type { SimulatedDecision, SimulatedLead, StartProgram } from '../../../mock/simulate.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import { createLeadIntake, type Ledger } from '../../../src/intake/index.ts';

export const criteria = {
  schemaVersion: 1,
  disclosure: { requireAllCheckboxesAffirmed: true },
} as const;

/** Makes a program that runs the intake on the ledger that `make` gives. */
export function intakeOn<Tx>(make: () => Ledger<Tx>): StartProgram {
  return ({ clientOptions, clock, durable }) => {
    const intake = createLeadIntake<Tx>({
      client: new ConsentEvidence(clientOptions),
      ledger: durable('ledger', make),
      criteria,
      clock,
    });
    return {
      take: (lead) => intake.take(lead),
      tick: () => intake.resume(),
      orphans: () => intake.orphans(),
    };
  };
}

/** What everyone writes first. */
export const naive: StartProgram = ({ clientOptions }) => {
  const client = new ConsentEvidence(clientOptions);
  return {
    async take({ shareUrl, phone }: SimulatedLead): Promise<SimulatedDecision> {
      try {
        const acceptance = { ...criteria, leadMatch: { phone } };
        const { cdrId } = await client.shares.receive(shareUrl, { acceptance });
        return { decision: 'accept', cdrId };
      } catch {
        return { decision: 'refuse' };
      }
    },
  };
};

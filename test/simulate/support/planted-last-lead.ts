import type { SimulatedDecision, StartProgram } from '../../../mock/simulate.ts';
import { ConsentEvidence } from '../../../src/index.ts';

/** A buyer that gives a record to the last lead with it, and takes it back from the first. */
export const lastLeadHasIt: StartProgram = ({ clientOptions, storage }) => {
  const client = new ConsentEvidence(clientOptions);
  return {
    async take({ leadId, shareUrl }) {
      const { cdrId } = await client.shares.receive(shareUrl);
      storage.set(leadId, cdrId);
      storage.set(`owner of ${cdrId}`, leadId);
      return { decision: 'accept', cdrId };
    },
    async tick() {
      const leads = [...storage.entries()].filter(([name]) => !name.startsWith('owner of '));
      return leads.map(([leadId, cdrId]): SimulatedDecision => {
        const isOwner = storage.get(`owner of ${String(cdrId)}`) === leadId;
        return { leadId, decision: isOwner ? 'accept' : 'duplicate', cdrId: String(cdrId) };
      });
    },
  };
};

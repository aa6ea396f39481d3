import type { LeadDecision, LeadIntake } from 'consent-evidence/intake';
import { expect, it } from 'vitest';
import { serveIntake } from '../../examples/intake-server.ts';

it('closes after the lead in progress, also if its seller has left', async () => {
  let decide: (decision: LeadDecision) => void = () => undefined;
  const decided = new Promise<LeadDecision>((resolve) => {
    decide = resolve;
  });
  const seller = new AbortController();
  const take = () => {
    seller.abort();
    return decided;
  };
  const intake = { take } as unknown as LeadIntake<undefined>;
  const { url, close } = await serveIntake(intake, 0);
  const posted = fetch(`${url}/sunroof`, { method: 'POST', body: '{}', signal: seller.signal });
  await expect(posted).rejects.toThrow('aborted');
  const events: string[] = [];
  const closed = close().then(() => events.push('closed'));
  await expect(fetch(url)).rejects.toThrow(); // by now only the lead keeps it open
  await new Promise((resolve) => setImmediate(resolve));
  events.push('decided');
  const facts = { source: 'sunroof', leadId: 'L-1', requestIds: [], decidedAt: 1, replayed: false };
  decide({ ...facts, decision: 'accept', cdrId: 'cdr_1', charge: 'possible' });
  await closed;
  expect(events).toEqual(['decided', 'closed']);
});

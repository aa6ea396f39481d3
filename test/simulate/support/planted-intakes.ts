import type {
  SimulatedDecision,
  SimulatedProgram,
  StartContext,
  StartProgram,
} from '../../../mock/simulate.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import { createLeadIntake, type LeadIntake, memoryLedger } from '../../../src/intake/index.ts';
import { criteria } from './programs.ts';

type Fetch = StartContext['clientOptions']['fetch'];

/** Makes a program around an intake that is right, with one mistake in what is around it. */
function around(
  programOf: (intake: LeadIntake<undefined>) => SimulatedProgram,
  fetchOf: (fetch: Fetch) => Fetch = (fetch) => fetch,
): StartProgram {
  return (context) => {
    const { clientOptions } = context;
    const intake = createLeadIntake({
      client: new ConsentEvidence({ ...clientOptions, fetch: fetchOf(clientOptions.fetch) }),
      ledger: context.durable('ledger', () => memoryLedger()),
      criteria,
      clock: context.clock,
    });
    return programOf(intake);
  };
}

/** Nothing works off what the intake holds. */
export const withoutWorker = around((intake) => ({
  take: (lead) => intake.take(lead),
  orphans: () => intake.orphans(),
}));

/** Something does, but only looks busy. */
export const withIdleWorker = around((intake) => ({
  take: (lead) => intake.take(lead),
  tick: () => [],
  orphans: () => intake.orphans(),
}));

/** A worker in the background, and no timer: as the guide of the intake has it. */
export const withWorker = around((intake) => {
  void intake.work({ signal: new AbortController().signal });
  return { take: (lead) => intake.take(lead), orphans: () => intake.orphans() };
});

/** Pays for the right phone alone, and sends the rest of its criteria afterwards. */
export const paysBeforeItAsks = around(
  (intake) => ({
    take: (lead) => intake.take(lead),
    tick: () => intake.resume(),
    orphans: () => intake.orphans(),
  }),
  (fetch) => async (url: string, init: RequestInit) => {
    const body = String(init.body as string);
    if (!body.includes('leadMatch')) return fetch(url, init);
    const { acceptance } = JSON.parse(body) as { acceptance: { leadMatch: object } };
    const { leadMatch } = acceptance;
    const phoneAlone = JSON.stringify({ acceptance: { schemaVersion: 1, leadMatch } });
    const paid = (await fetch(url, { ...init, body: phoneAlone })) as Response;
    if (paid.status === 200) await fetch(url, { ...init, body }).catch(() => undefined);
    return paid;
  },
);

async function accepted(intake: LeadIntake<undefined>): Promise<string[]> {
  const cdrIds: string[] = [];
  for await (const each of intake.decisions({})) {
    if (each.decision === 'accept') cdrIds.push(each.cdrId);
  }
  return cdrIds;
}

/** Lists all that it has received, whether a lead is accepted with it or not. */
export const listsTooMuch = around((intake) => ({
  take: (lead) => intake.take(lead),
  tick: () => intake.resume(),
  async *orphans() {
    yield* intake.orphans();
    yield* await accepted(intake);
  },
}));

/** What it says of a lead that it has accepted. */
const refused = (made: SimulatedDecision): SimulatedDecision =>
  made.decision === 'accept' ? { leadId: made.leadId ?? '', decision: 'refuse' } : made;

/** Refuses each lead that it has paid for, and calls its record an orphan. */
export const keepsTheRecord = around((intake) => ({
  take: async (lead) => refused(await intake.take(lead)),
  tick: async () => (await intake.resume()).map(refused),
  async *orphans() {
    yield* intake.orphans();
    yield* await accepted(intake);
  },
}));

/** Refuses a lead at first, and accepts it when it looks at it again. */
export const changesItsMind = around((intake) => ({
  take: async (lead) => refused(await intake.take(lead)),
  async tick() {
    const decisions: SimulatedDecision[] = await intake.resume();
    for await (const each of intake.decisions({})) decisions.push(each);
    return decisions;
  },
  orphans: () => intake.orphans(),
}));

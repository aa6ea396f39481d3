import type { createMockService } from '../../../mock/index.ts';
import type { ServedMock } from '../../../mock/node.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import {
  createLeadIntake,
  type LeadDecision,
  type LeadIntake,
  type LedgerEntry,
} from '../../../src/intake/index.ts';
import { countEach } from '../../webhooks/kill/counting.ts';
import { type BrokenPromises, brokenPromises } from '../support/broken-promises.ts';
import { all } from '../support/lead-world.ts';
import { intakeLimits, killCriteria } from './intake-limits.ts';
import type { KillCourier } from './kill-courier.ts';
import type { OpenedPlace } from './ledger-place.ts';
import { notErased } from './not-erased.ts';

/** What was found in the ledger and at the service at the end. */
export interface IntakeKillResult extends BrokenPromises {
  readonly kills: number;
  readonly cuts: number;
  readonly crashes: number;
  readonly leads: number;
  /** Posts made until each lead was answered, and faults that were set at the service. */
  readonly posts: number;
  readonly faults: number;
  readonly charges: number;
  readonly accepted: number;
  readonly refused: number;
  readonly duplicates: number;
  readonly paidUnknown: number;
  readonly orphans: number;
  /** Leads that were answered but are not in the ledger. */
  readonly forgotten: number;
  /** Decisions that differ from an earlier final answer. */
  readonly changed: number;
  /** Final decisions without exactly one row of `onDecision`. */
  readonly notToldOnce: number;
  /** Decided leads whose share or phone is still in the storage. */
  readonly notErased: number;
  /** Processes that ended without being killed. */
  readonly died: number;
}

type Intake = LeadIntake;

interface Settled {
  readonly mock: ReturnType<typeof createMockService>;
  readonly served: ServedMock;
  readonly buyer: Parameters<ServedMock['clientOptions']>[0];
  readonly courier: KillCourier;
  readonly opened: OpenedPlace;
}

/** Passes of half a day each: twice the 72 hours for which a lead is held. */
const MAX_PASSES = 12;

async function settle({ mock, served, buyer, opened }: Settled) {
  let told: string[] = [];
  const intake = createLeadIntake({
    client: new ConsentEvidence(served.clientOptions(buyer)),
    ledger: opened.ledger,
    criteria: killCriteria,
    clock: mock.clock,
    onDecision: ({ leadId }) => void (told = [...told, leadId]),
    ...intakeLimits,
  });
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    await mock.clock.advance({ hours: 12 });
    await intake.resume({ limit: 10_000 });
  }
  return { intake, told };
}

async function found({ opened, courier }: Settled, intake: Intake) {
  const entries: LedgerEntry[] = [];
  const decisions: LeadDecision[] = [];
  for (const leadId of courier.taken.keys()) {
    const entry = await opened.ledger.get({ source: '', leadId });
    const decision = await intake.get(leadId);
    if (entry === undefined || decision === undefined) continue;
    entries.push(entry);
    decisions.push(decision);
  }
  return { entries, decisions };
}

function changedSince(answers: ReadonlyMap<string, LeadDecision>) {
  return (decision: LeadDecision): boolean => {
    const answer = answers.get(decision.leadId);
    const first = answer && { ...answer, replayed: true };
    return first !== undefined && JSON.stringify(first) !== JSON.stringify(decision);
  };
}

/** Resumes until nothing is due, and counts the results. */
export async function settledResult(settled: Settled): Promise<IntakeKillResult> {
  const { mock, buyer, courier, opened } = settled;
  const { taken, elsewhere, invalid, answers, made, attempts, faults, died } = courier;
  const { intake, told: toldHere } = await settle(settled);
  const { entries, decisions } = await found(settled, intake);
  const orphans = new Set((await all(intake.orphans())).map(({ cdrId }) => cdrId));
  const charges = mock.charges({ organization: buyer }).map(({ cdrId }) => cdrId);
  const told = countEach([...(await opened.told()), ...toldHere]);
  const of = (kind: string) => decisions.filter(({ decision }) => decision === kind);
  const final = [...of('accept'), ...of('refuse'), ...of('duplicate')];
  return {
    ...made,
    leads: taken.size,
    posts: attempts,
    faults,
    charges: charges.length,
    accepted: of('accept').length,
    refused: of('refuse').length,
    duplicates: of('duplicate').length,
    paidUnknown: of('hold').length,
    orphans: orphans.size,
    ...brokenPromises({ decisions, taken, charges, elsewhere, invalid, orphans }),
    forgotten: taken.size - entries.length,
    changed: decisions.filter(changedSince(answers)).length,
    notToldOnce: final.filter(({ leadId }) => told.get(leadId) !== 1).length,
    notErased: notErased(entries, await opened.text(), taken),
    died,
  };
}

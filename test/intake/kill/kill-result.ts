import type { createMockService } from '../../../mock/index.ts';
import type { ServedMock } from '../../../mock/node.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import {
  createLeadIntake,
  type FinalDecision,
  type LeadDecision,
  type LeadIntake,
  type LedgerEntry,
} from '../../../src/intake/index.ts';
import { keyOf, nameOf } from '../../../src/intake/lead.ts';
import { countEach } from '../../webhooks/kill/counting.ts';
import { type BrokenPromises, brokenPromises } from '../support/broken-promises.ts';
import { all } from '../support/lead-world.ts';
import { intakeLimits, killCriteria } from './intake-limits.ts';
import type { KillCourier } from './kill-courier.ts';
import type { OpenedPlace } from './ledger-place.ts';
import { notErased } from './not-erased.ts';
import { toldText } from './told.ts';

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
  /** Rows of `onDecision` that no decision has. */
  readonly toldOtherwise: number;
  /** Decisions that `decisions()` and `held()` do not list, or list otherwise. */
  readonly notListed: number;
  /** The most charges that the report has, and by how many the fake made more. */
  readonly reported: number;
  readonly chargedBeyondReport: number;
  /** Leads that a person decided. */
  readonly settled: number;
  /** Decided leads whose share, phone or data is still in the storage. */
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
    account: 'acme',
    ledger: opened.ledger,
    criteria: killCriteria,
    clock: mock.clock,
    onDecision: (decision, { lead }) => void (told = [...told, toldText(decision, lead)]),
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
  for (const { source = '', leadId } of courier.taken.values()) {
    const name = { source, leadId };
    const entry = await opened.ledger.get(name);
    const decision = await intake.get(name);
    if (entry === undefined || decision === undefined) continue;
    entries.push(entry);
    decisions.push(decision);
  }
  return { entries, decisions };
}

/** The row that `onDecision` must have written for a decision. */
function rowOf(decision: FinalDecision, taken: KillCourier['taken']): string {
  return toldText(decision, {
    ...nameOf(decision),
    phone: '',
    data: taken.get(keyOf(decision))?.data,
  });
}

async function notListed(intake: Intake, decisions: readonly LeadDecision[]): Promise<number> {
  const listed = new Map<string, string>();
  for await (const each of intake.decisions()) listed.set(keyOf(each), JSON.stringify(each));
  for await (const each of intake.held()) listed.set(keyOf(each), each.code);
  const isListed = (each: LeadDecision): boolean =>
    listed.get(keyOf(each)) === ('code' in each ? each.code : JSON.stringify(each));
  return decisions.filter((each) => !isListed(each)).length;
}

function changedSince(answers: ReadonlyMap<string, LeadDecision>) {
  return (decision: LeadDecision): boolean => {
    const answer = answers.get(keyOf(decision));
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
  const final = decisions.filter((each) => each.decision !== 'hold' && each.decision !== 'fix');
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
    notToldOnce: final.filter((each) => told.get(rowOf(each, taken)) !== 1).length,
    toldOtherwise: [...told.values()].reduce((sum, times) => sum + times, 0) - final.length,
    notListed: await notListed(intake, decisions),
    reported: (await intake.report({ by: 'source' })).total.charges.most,
    chargedBeyondReport: Math.max(
      0,
      charges.length - elsewhere.size - (await intake.report({ by: 'day' })).total.charges.most,
    ),
    settled: final.filter(({ settledBy }) => settledBy !== undefined).length,
    notErased: notErased(entries, await opened.text(), taken),
    died,
  };
}

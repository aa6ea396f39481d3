import { checkedOptions } from '../errors/checked-options.ts';
import type { Issue } from '../options/issue.ts';
import { instant, kindOf, nonEmptyText, signalKind } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import type { FinalDecision, HeldLead, LeadToFix } from './decision.ts';
import { decisionOf } from './decision-of.ts';
import type { IntakeSettings } from './intake-options.ts';
import { sourceIssues } from './lead.ts';
import type { ListQuery } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { LedgerError } from './ledger-error.ts';
import { dataOf } from './new-entry.ts';

/** Options of `held`. */
export interface HeldOptions {
  /** Only leads of this source. */
  readonly source?: string | undefined;
  /** Only leads that are held with this code. */
  readonly code?: string | undefined;
  /** Only leads that were first taken before this instant: Unix milliseconds or a `Date`. */
  readonly heldBefore?: number | Date | undefined;
  /** Ends the list. */
  readonly signal?: WebAbortSignal | undefined;
}

/** Options of `decisions`. */
export interface DecisionsOptions {
  /** Only decisions from this instant on: Unix milliseconds or a `Date`. */
  readonly from?: number | Date | undefined;
  /** Only decisions before this instant. */
  readonly to?: number | Date | undefined;
  /** Only leads of this source. */
  readonly source?: string | undefined;
  /** Ends the list. */
  readonly signal?: WebAbortSignal | undefined;
}

/**
 * Who has to act on a lead that is not decided: `nobody`, the intake goes on by itself; `us`, who
 * run it; the service's `support`, with the request ids; or a `person`, with `settle`.
 */
export type LeadAct = 'nobody' | 'us' | 'support' | 'person';

/** What an operator needs to know about an undecided lead, besides its decision so far. */
export interface UndecidedFacts {
  /** Who has to act. */
  readonly act: LeadAct;
  /** How many receives have ended without a decision. */
  readonly attempts: number;
  /** The phone number, as it came in. */
  readonly phone: string;
  /** Your own data, if the lead came with any. */
  readonly data?: unknown;
}

/** A lead that is not decided, as `held` lists it. It never has the share URL. */
export type UndecidedLead = (HeldLead | LeadToFix) & UndecidedFacts;

export const sourceKind = kindOf(
  'a string of 0 to 100 characters, without control characters',
  (value) => sourceIssues(value).length === 0,
);

const HELD = (): OptionTable<HeldOptions> => ({
  source: sourceKind,
  code: nonEmptyText,
  heldBefore: instant,
  signal: signalKind,
});

const DECISIONS = (): OptionTable<DecisionsOptions> => ({
  from: instant,
  to: instant,
  source: sourceKind,
  signal: signalKind,
});

/** Refuses a period that ends before it begins. */
export function periodIssues({ from, to }: Pick<DecisionsOptions, 'from' | 'to'>): Issue[] {
  const isTurned = from !== undefined && to !== undefined && Number(from) > Number(to);
  return isTurned ? [{ path: 'from', message: 'expected an instant that is not after `to`' }] : [];
}

const PAGE_SIZE = 500;

/** Reads the ledger page by page. A row that cannot be read is told to `onError`. */
export async function* listed<Tx>(
  { ledger, opened, onError }: IntakeSettings<Tx>,
  query: Pick<ListQuery, 'decided' | 'from' | 'to' | 'source'>,
  signal: WebAbortSignal | undefined,
): AsyncGenerator<LedgerEntry> {
  await opened();
  const onUnreadable: ListQuery['onUnreadable'] = (lead, cause) =>
    onError(new LedgerError(cause.message, { cause }), lead);
  let after: string | undefined;
  do {
    signal?.throwIfAborted();
    const page = await ledger.list({ ...query, after, limit: PAGE_SIZE, onUnreadable });
    yield* page.entries;
    after = page.next;
  } while (after !== undefined);
}

/** This often the service has answered without a decision: for hours. */
const SUPPORT_AFTER = 20;

function actOf(decision: HeldLead | LeadToFix, { attempts }: LedgerEntry): LeadAct {
  if (decision.decision === 'fix' || decision.code === 'LEDGER_FAILED') return 'us';
  if (decision.nextAttemptAt === undefined) return 'person';
  const wasAnswered = decision.requestIds.length > 0;
  return attempts >= SUPPORT_AFTER && wasAnswered ? 'support' : 'nobody';
}

/** Yields the undecided leads, the longest held first. */
export async function* heldLeads<Tx>(
  settings: IntakeSettings<Tx>,
  given: HeldOptions,
): AsyncGenerator<UndecidedLead> {
  const { source, code, heldBefore, signal } = checkedOptions(HELD, given);
  const to = heldBefore === undefined ? undefined : Number(heldBefore);
  for await (const entry of listed(settings, { decided: false, source, to }, signal)) {
    const decision = decisionOf(entry, false) as HeldLead | LeadToFix;
    if (code !== undefined && decision.code !== code) continue;
    const { phone = '', data = null } = entry.material ?? {};
    const act = actOf(decision, entry);
    yield { ...decision, act, attempts: entry.attempts, phone, ...dataOf(data) };
  }
}

/** Yields the final decisions, the oldest first. */
export async function* finalDecisions<Tx>(
  settings: IntakeSettings<Tx>,
  given: DecisionsOptions,
): AsyncGenerator<FinalDecision> {
  const { source, signal, ...period } = checkedOptions(DECISIONS, given, { also: periodIssues });
  const [from, to] = [period.from, period.to].map((at) => (at === undefined ? at : Number(at)));
  for await (const entry of listed(settings, { decided: true, source, from, to }, signal)) {
    yield decisionOf(entry, true) as FinalDecision;
  }
}

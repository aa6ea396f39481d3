import type { AcceptanceCriteria } from '../contract/acceptance.ts';
import { CallError } from '../errors/consent-evidence-error.ts';
import type { WebAbortSignal } from '../platform.ts';
import type { IntakeSettings } from './intake-options.ts';
import { isOtherPhone } from './is-other-phone.ts';
import type { LeadMaterial, LedgerEntry } from './ledger.ts';
import { HELD_TOO_LONG, isUnmeetable } from './overdue.ts';
import { settledEntry } from './settled-entry.ts';
import { askedWaitMs, judge, leftInDoubt, type ReceiveResult, type Verdict } from './verdict.ts';

/** The limits of each call for a lead. */
export interface AskOptions {
  readonly deadlineMs: number;
  readonly signal?: WebAbortSignal | undefined;
}

interface Asked {
  readonly result: ReceiveResult;
  readonly requestId?: string | undefined;
}

async function receive<Tx>(
  { client }: IntakeSettings<Tx>,
  entry: LedgerEntry,
  { shareUrl, criteria }: LeadMaterial,
  { deadlineMs, signal }: AskOptions,
): Promise<Asked> {
  try {
    const { data, requestId } = await client.shares
      .receive(shareUrl, {
        acceptance: JSON.parse(criteria) as AcceptanceCriteria,
        deadlineMs,
        pendingTimeoutMs: deadlineMs,
        signal,
        ...(entry.inDoubt && { earlierOutcome: 'unknown' as const }),
      })
      .withResponse();
    return { result: { receipt: data }, requestId };
  } catch (error) {
    const requestId = error instanceof CallError ? error.requestId : undefined;
    return { result: { error }, requestId };
  }
}

/**
 * If the link can no longer tell whether it was paid for, a receipt that came before can: its
 * decision could not be saved, or its record not be read.
 */
function remembered(verdict: Verdict, { cdrId }: LedgerEntry): Verdict {
  const isLost = verdict.to === 'hold' && verdict.code === 'PAID_UNKNOWN';
  return isLost && cdrId !== null ? { to: 'accept', cdrId, replayed: true } : verdict;
}

/**
 * Confirms a record that came `alreadyClaimed` after a lost response. Most likely our own earlier
 * attempt received it, but it may have been received outside this ledger before. The record can
 * prove the latter: a number that matched would be among its phones.
 */
async function confirmed<Tx>(
  { client }: IntakeSettings<Tx>,
  verdict: Verdict,
  { phone }: LeadMaterial,
  { deadlineMs, signal }: AskOptions,
  isOver: boolean,
): Promise<Verdict> {
  if (verdict.to !== 'accept' || !verdict.replayed) return verdict;
  const { cdrId } = verdict;
  try {
    const cdr = await client.cdrs.get(cdrId, { deadlineMs, signal });
    return isOtherPhone(cdr, phone) ? { to: 'duplicate', cdrId } : verdict;
  } catch (error) {
    const reading = judge({ error }, true);
    if (reading.to === 'fix') return reading;
    const isLost = isOver && reading.to === 'refuse'; // gone, or flagged invalid
    const code = isLost ? 'PAID_UNKNOWN' : 'UNCONFIRMED';
    return { to: 'hold', code, retryAfterMs: askedWaitMs(error) };
  }
}

/** Asks the service once for a leased lead, and returns the entry to save. */
export async function ask<Tx>(
  settings: IntakeSettings<Tx>,
  entry: LedgerEntry,
  options: AskOptions,
): Promise<LedgerEntry> {
  const { clock, holdForMs } = settings;
  const { material } = entry;
  if (material === null) throw new Error('an undecided lead must have its share');
  const open = { ...entry, material };
  const isOver = clock.now() >= entry.heldSince + holdForMs;
  const onlyIfPaid = isUnmeetable(open);
  const { result, requestId } = await receive(settings, entry, material, options);
  const inDoubt = entry.inDoubt || leftInDoubt(result);
  const judged = remembered(judge(result, inDoubt), entry);
  const reading = onlyIfPaid && judged.to === 'refuse' ? { ...judged, ...HELD_TOO_LONG } : judged;
  const verdict = await confirmed(settings, reading, material, options, isOver);
  const moment = { now: clock.now(), holdForMs, requestId };
  const known = 'receipt' in result && { inDoubt: true, cdrId: result.receipt.cdrId };
  return settledEntry({ ...open, inDoubt, ...known }, verdict, moment);
}

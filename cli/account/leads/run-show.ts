import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import type { LeadDecision, LedgerEntry } from '../../../src/intake/index.ts';
import { operatorIntake } from '../../../src/intake/operator-intake.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { printable } from '../../output/printable.ts';
import { instantText, leadText } from './lead-text.ts';
import type { LedgerFlags } from './ledger-flags.ts';
import { type OpenedLedger, withLedger } from './with-ledger.ts';

/** Flags of `consent-evidence leads show`. */
export interface ShowFlags extends LedgerFlags {
  readonly source: string;
}

type Line = readonly [name: string, value: string | undefined];

const at = (instant: number | null): string | undefined =>
  instant === null ? undefined : instantText(instant);

/** What the service may have done, in words. */
function sent(entry: LedgerEntry): string {
  if (entry.handSince === null && entry.attempts === 0) return 'nothing was sent for it';
  if (entry.decidedAt !== null) {
    return entry.mayBeCharged ? 'it may have been charged' : 'it was not charged';
  }
  if (entry.inHand) return 'a worker is asking the service, or died while it did';
  return entry.inDoubt ? 'an earlier receive may have been charged' : 'nothing was charged so far';
}

/** Whether the program has been told the decision. */
function told({ decidedAt, dueAt }: LedgerEntry): string | undefined {
  if (decidedAt === null) return undefined;
  return dueAt === null
    ? 'yes, or there is nobody to tell'
    : 'not yet: the next pass of the program does';
}

function decided(decision: LeadDecision): Line[] {
  const isRefused = decision.decision === 'refuse';
  return [
    ['message', 'message' in decision ? decision.message : undefined],
    ['seller', 'sellerMessage' in decision ? decision.sellerMessage : undefined],
    ['code', 'code' in decision ? decision.code : undefined],
    ...(isRefused
      ? decision.reasons.map(({ code, message }): Line => ['reason', `${code}: ${message}`])
      : []),
    [
      'first lead',
      'firstLead' in decision && decision.firstLead ? leadText(decision.firstLead) : undefined,
    ],
    ['next attempt', 'nextAttemptAt' in decision ? at(decision.nextAttemptAt ?? null) : undefined],
  ];
}

function linesOf(entry: LedgerEntry, decision: LeadDecision): Line[] {
  const { material, shadow } = entry;
  return [
    ['lead', leadText(entry)],
    ['decision', decision.decision],
    ...decided(decision),
    ['charge', sent(entry)],
    ['record', entry.cdrId ?? undefined],
    ['share event', entry.shareEventId ?? undefined],
    ['taken', instantText(entry.heldSince)],
    ['decided', at(entry.decidedAt)],
    ['settled by', entry.settledBy ?? undefined],
    ['note', entry.note ?? undefined],
    ['told', told(entry)],
    ['last receive', at(entry.askedAt)],
    ['attempts', String(entry.attempts)],
    ['shadow', shadow === null ? undefined : [shadow.outcome, ...shadow.codes].join(' ')],
    ['requests', entry.requestIds.join(' ') || undefined],
    ['share sha256', entry.shareSha256],
    ['phone', material?.phone ?? 'erased'],
    ['criteria', material?.criteria || undefined],
    ['data', material?.data ?? undefined],
  ];
}

const WIDTH = 14;

/** The entry without the share URL, which is a bearer credential. */
function dataOf({ material, ...entry }: LedgerEntry, decision: LeadDecision): object {
  const { shareUrl: _, ...rest } = material ?? {};
  return { entry: { ...entry, material: material === null ? null : rest }, decision };
}

async function show(
  { ledger, shown }: OpenedLedger,
  leadId: string,
  { account, source }: ShowFlags,
): Promise<Finding> {
  const intake = operatorIntake({ account, ledger, isToldLater: true });
  const name = { source, leadId };
  const decision = await intake.get(name);
  const entry = await ledger.get(name);
  if (decision === undefined || entry === undefined) {
    const hint = source === '' ? '; a lead that has a source needs --source' : '';
    throw invalidInput('id', `the ledger has no lead ${leadText(name)}${hint}`);
  }
  const text = linesOf(entry, decision).flatMap(([label, value]) =>
    value === undefined ? [] : `${label.padEnd(WIDTH)}${printable(value)}`,
  );
  const data = { ledger: shown, account, ...dataOf(entry, decision) };
  return { ok: true, data, text: text.join('\n') };
}

/** Prints all that the ledger has about one lead, without its share URL. */
export async function runShow(leadId: string, flags: ShowFlags): Promise<void> {
  await inFlags({ source: '--source', leadId: 'id' }, () =>
    act('leads show', flags.json, () => withLedger(flags, (opened) => show(opened, leadId, flags))),
  );
}

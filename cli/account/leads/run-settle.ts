import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import type { FinalDecision, SettleOptions } from '../../../src/intake/index.ts';
import { operatorIntake } from '../../../src/intake/operator-intake.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { openAccount } from '../open-account.ts';
import { instantText, leadText } from './lead-text.ts';
import type { LedgerFlags } from './ledger-flags.ts';
import { type OpenedLedger, withLedger } from './with-ledger.ts';

/** Flags of `consent-evidence leads settle`. */
export interface SettleFlags extends LedgerFlags {
  readonly source: string;
  readonly accept?: string;
  readonly refuse?: string;
  readonly sellerMessage?: string;
  readonly by: string;
  readonly note?: string;
  readonly untold?: true;
  readonly profile?: string;
}

function optionsOf(flags: SettleFlags): SettleOptions {
  const { accept, refuse, sellerMessage, by, note, profile } = flags;
  if (accept !== undefined) {
    if (sellerMessage === undefined) return { decision: 'accept', cdrId: accept, by, note };
    throw invalidInput('--seller-message', 'expected only beside --refuse');
  }
  if (profile !== undefined) throw invalidInput('--profile', 'expected only beside --accept');
  if (refuse !== undefined) return { decision: 'refuse', reason: refuse, sellerMessage, by, note };
  throw invalidInput('--accept', 'expected --accept or --refuse');
}

/** Whether the decision is what was asked for: another person may have been faster. */
const isAsked = (made: FinalDecision, asked: SettleOptions): boolean =>
  made.decision === asked.decision &&
  (made.decision !== 'accept' || asked.decision !== 'accept' || made.cdrId === asked.cdrId);

function textOf(made: FinalDecision, isToldLater: boolean): string {
  const record = made.decision === 'accept' ? ` with ${made.cdrId}` : '';
  const by = made.settledBy === undefined ? '' : ` by ${made.settledBy}`;
  const when = `${instantText(made.decidedAt)}${by}`;
  const head = `${leadText(made)}: ${made.decision}${record}`;
  if (made.replayed) return `${head}; decided before, at ${when}`;
  const then = isToldLater
    ? 'the next pass of the program calls onDecision with it, and erases the phone'
    : 'no program is told of it; the phone is erased';
  return [head, `charge: ${made.charge}`, then].join('\n');
}

async function settle(
  { ledger, shown }: OpenedLedger,
  leadId: string,
  flags: SettleFlags,
): Promise<Finding> {
  const { account, source, accept, untold } = flags;
  const options = optionsOf(flags);
  const isToldLater = untold !== true;
  // Only a record is read with a key.
  const opened = accept === undefined ? undefined : await openAccount(flags, process.env);
  const intake = operatorIntake({ account, ledger, isToldLater, client: opened?.client });
  const decision = await intake.settle({ source, leadId }, options);
  const data = { ledger: shown, account, ...opened?.shown, decision };
  return { ok: isAsked(decision, options), data, text: textOf(decision, isToldLater) };
}

/** Closes one lead by a person's word. */
export async function runSettle(leadId: string, flags: SettleFlags): Promise<void> {
  const names = {
    source: '--source',
    leadId: 'id',
    lead: 'id',
    cdrId: '--accept',
    reason: '--refuse',
    sellerMessage: '--seller-message',
    by: '--by',
    note: '--note',
  };
  await inFlags(names, () =>
    act('leads settle', flags.json, async () => {
      optionsOf(flags); // before the ledger is opened
      return withLedger(flags, (opened) => settle(opened, leadId, flags));
    }),
  );
}

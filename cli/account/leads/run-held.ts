import type { LeadAct, UndecidedLead } from '../../../src/intake/index.ts';
import { operatorIntake } from '../../../src/intake/operator-intake.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act, type Work } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { count, table } from '../../output/report-text.ts';
import { instantText, unlessAborted } from './lead-text.ts';
import type { LedgerFlags } from './ledger-flags.ts';
import { type OpenedLedger, withLedger } from './with-ledger.ts';

/** Flags of `consent-evidence leads held`. */
export interface HeldFlags extends LedgerFlags {
  readonly source?: string;
  readonly code?: string;
  readonly before?: number;
}

/** The maximum number of leads listed; the rest are only counted. */
const LISTED_MAX = 10_000;

/** What each act asks for. */
const ACTS: Readonly<Record<LeadAct, string>> = {
  nobody: 'the intake continues by itself',
  us: 'correct your key, account or criteria; `explain CODE` says how',
  support: 'send the request ids to the support of the service',
  person: 'decide: `leads settle ID --accept CDR` or `--refuse REASON`',
};

const HEADS = ['HELD SINCE', 'SOURCE', 'LEAD', 'CODE', 'ACT', 'NEXT ATTEMPT', 'LAST REQUEST'];

function rowOf({ heldSince, source, leadId, code, requestIds, ...lead }: UndecidedLead): string[] {
  const next = lead.nextAttemptAt === undefined ? '-' : instantText(lead.nextAttemptAt);
  const last = requestIds.at(-1) ?? '-';
  return [instantText(heldSince), source || '-', leadId, code, lead.act, next, last];
}

async function held(
  { ledger, shown }: OpenedLedger,
  flags: HeldFlags,
  { signal, progress }: Work,
): Promise<Finding> {
  const { account, source, code, before } = flags;
  const intake = operatorIntake({ account, ledger, isToldLater: true });
  const leads: UndecidedLead[] = [];
  const acts = new Map<LeadAct, number>();
  for await (const lead of intake.held({ source, code, heldBefore: before, signal })) {
    acts.set(lead.act, (acts.get(lead.act) ?? 0) + 1);
    if (leads.length < LISTED_MAX) leads.push(lead);
    progress.show(`${leads.length} leads`);
  }
  const heldCount = [...acts.values()].reduce((sum, each) => sum + each, 0);
  const text = [
    ...(leads.length > 0 ? [table(HEADS, leads.map(rowOf)), ''] : []),
    `${count(heldCount, 'lead')} held`,
    ...(heldCount > leads.length ? [`the first ${leads.length} are listed`] : []),
    ...[...acts].map(([each, number]) => `${each}  ${number}: ${ACTS[each]}`),
  ].join('\n');
  const isNobodys = heldCount === (acts.get('nobody') ?? 0);
  const data = { ledger: shown, account, heldCount, acts: Object.fromEntries(acts), leads };
  return { ok: isNobodys, data, text };
}

/** Lists the leads that are not decided. */
export async function runHeld(flags: HeldFlags): Promise<void> {
  const names = { source: '--source', code: '--code', heldBefore: '--before' };
  await inFlags(names, () =>
    act('leads held', flags.json, (work) =>
      unlessAborted(
        work.signal,
        withLedger(flags, (opened) => held(opened, flags, work)),
      ),
    ),
  );
}

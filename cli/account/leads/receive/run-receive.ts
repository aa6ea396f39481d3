import { inFlags } from '../../../flags/in-flags.ts';
import { act, type Work } from '../../../output/act.ts';
import type { Finding } from '../../../output/print-finding.ts';
import { count } from '../../../output/report-text.ts';
import { readCriteria } from '../../criteria/read-criteria.ts';
import { openAccount } from '../../open-account.ts';
import type { LedgerFlags } from '../ledger-flags.ts';
import { refuseSame } from '../refuse-same.ts';
import { type OpenedLedger, withLedger } from '../with-ledger.ts';
import type { Batch } from './batch.ts';
import { type Received, readLeadFile, receiveFile } from './receive-file.ts';

/** Flags of `consent-evidence leads receive`. */
export interface ReceiveFlags extends LedgerFlags {
  readonly share: string;
  readonly phone: string;
  readonly id?: string;
  readonly source: string;
  readonly criteria: string;
  readonly maxReceives: number;
  readonly out: string;
  readonly waitMinutes: number;
  readonly createLedger?: true;
  readonly untold?: true;
  readonly profile?: string;
}

const MINUTE_MS = 60_000;
const FINAL = ['accept', 'refuse', 'duplicate'];

/** One line that says how far a run has come. */
export function progressText({ ends, size }: Batch): string {
  const counts = new Map<string, number>();
  for (const end of ends.values()) {
    const name = 'decision' in end ? end.decision.decision : 'error';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const parts = [...counts].map(([name, number]) => `${number} ${name}`);
  return [`${ends.size} of ${size}`, ...parts].join(', ');
}

function textOf(received: Received, flags: ReceiveFlags, interrupted: boolean): string {
  const { rows, leads, decisions, sent, stoppedBy } = received;
  const counts = Object.entries(decisions).map(([name, number]) => `${name}  ${number}`);
  return [
    `${count(rows, 'row')} with ${count(leads, 'lead')}, written to ${flags.out}`,
    ...counts,
    `${sent} of at most ${flags.maxReceives} leads of this file were sent, in all runs`,
    ...(stoppedBy === undefined ? [] : [`stopped: ${stoppedBy}`]),
    ...(interrupted ? ['interrupted; run it again to continue'] : []),
  ].join('\n');
}

/** Reads all that the command line names, so that nothing is opened for a wrong one. */
async function readInput(file: string, flags: ReceiveFlags) {
  const { share, phone, id, source, out, criteria, ledger } = flags;
  await refuseSame({ file, '--criteria': criteria, '--ledger': ledger, '--out': out });
  return {
    criteria: await readCriteria('--criteria', criteria),
    leads: await readLeadFile(file, { share, phone, id, source }, out),
  };
}

async function receive(
  { ledger, shown }: OpenedLedger,
  { criteria, leads }: Awaited<ReturnType<typeof readInput>>,
  flags: ReceiveFlags,
  { signal, progress }: Work,
): Promise<Finding> {
  const { account, maxReceives, out } = flags;
  const opened = await openAccount(flags, process.env);
  const received = await receiveFile({
    leads,
    out,
    account,
    ledger,
    criteria,
    maxReceives,
    signal,
    client: opened.client,
    waitMs: flags.waitMinutes * MINUTE_MS,
    isToldLater: flags.untold !== true,
    onProgress: (batch) => progress.show(progressText(batch)),
  });
  const interrupted = signal.aborted;
  const ok = !interrupted && Object.keys(received.decisions).every((each) => FINAL.includes(each));
  const facts = { ledger: shown, account, ...opened.shown, out, interrupted, maxReceives };
  return { ok, data: { ...facts, ...received }, text: textOf(received, flags, interrupted) };
}

/** Takes the leads of a CSV file, and writes what became of each row. */
export async function runReceive(file: string, flags: ReceiveFlags): Promise<void> {
  await inFlags({ source: '--source' }, () =>
    act('leads receive', flags.json, async (work) => {
      const input = await readInput(file, flags);
      const use = { isNewFine: true, isMade: flags.createLedger === true };
      return withLedger(flags, (opened) => receive(opened, input, flags, work), use);
    }),
  );
}

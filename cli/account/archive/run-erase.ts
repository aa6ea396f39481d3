import { createInterface } from 'node:readline/promises';
import { eraseRecord, folderVault } from '../../../src/archive/index.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { printable } from '../../output/printable.ts';
import { count } from '../../output/report-text.ts';
import type { EraseFlags } from './archive-flags.ts';
import { refuseNoFolder } from './refuse-no-folder.ts';

/** Asks a person. Anything but yes is no. */
async function confirms(question: string, signal: AbortSignal): Promise<boolean> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) throw invalidInput('--yes', 'expected it where no one can be asked');
  const asking = createInterface({ input, output });
  try {
    const answer = await asking.question(`${printable(question)} [y/N] `, { signal });
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}

async function erase(
  dir: string,
  cdrId: string,
  { reason, by, hold, index, yes }: EraseFlags,
  signal: AbortSignal,
): Promise<Finding> {
  await refuseNoFolder(dir);
  const question = `Erase ${cdrId} from ${dir} for good? Its line and the reason stay.`;
  const isMeant = yes === true || (await confirms(question, signal));
  if (!isMeant) return { ok: false, data: { dir, cdrId, erased: [] }, text: 'nothing was erased' };
  const { erased } = await eraseRecord(folderVault(dir), { cdrId, reason, by, hold, index });
  const lines = [
    ...erased.map((path) => printable(`erased ${path}`)),
    `${cdrId}: ${count(erased.length, 'file')} erased; backups, dossiers and exports may have copies`,
  ];
  return { ok: true, data: { dir, cdrId, erased }, text: lines.join('\n') };
}

/** Erases one record of an archive, once a person has said so. */
export async function runErase(dir: string, cdrId: string, flags: EraseFlags): Promise<void> {
  const names = {
    cdrId: 'cdr',
    reason: '--reason',
    by: '--by',
    hold: '--hold',
    index: '--index',
    folder: 'dir',
    vault: 'dir',
  };
  await inFlags(names, () =>
    act('archive erase', flags.json, ({ signal }) => erase(dir, cdrId, flags, signal)),
  );
}

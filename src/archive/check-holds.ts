import { Slots } from '../platform/slots.ts';
import type { ArchiveProblem } from './archive-report.ts';
import { filesOf, type RecordLine } from './manifest-line.ts';
import { recordLines } from './manifest-records.ts';
import type { Vault } from './vault.ts';

const RECORDS_AT_ONCE = 8;

/** Returns the first file of the record that does not exist. */
async function missingFile(vault: Vault, line: RecordLine): Promise<string | undefined> {
  for (const { path } of filesOf(line)) if (!(await vault.has(path))) return path;
  return undefined;
}

/**
 * Returns the problem of each record of `hold` that is not in the vault: no line lists it, or one of its
 * files does not exist. What the files contain is for `verifyArchive` to check.
 */
export async function checkHolds(
  vault: Vault,
  hold: ReadonlySet<string>,
): Promise<readonly ArchiveProblem[]> {
  if (hold.size === 0) return [];
  const problems: ArchiveProblem[] = [];
  const tell = (cdrId: string, message: string, path?: string): void => {
    problems.push({ kind: 'not_held', message, cdrId, ...(path !== undefined && { path }) });
  };
  const left = new Set(hold);
  const hands = new Slots(RECORDS_AT_ONCE);
  const running: Promise<void>[] = [];
  const check = async (line: RecordLine, free: () => void): Promise<void> => {
    try {
      const path = await missingFile(vault, line);
      if (path !== undefined) tell(line.cdrId, 'listed in `hold`, but a file of it is gone', path);
    } catch (error) {
      tell(line.cdrId, `listed in \`hold\`, but: ${(error as Error).message}`);
    } finally {
      free();
    }
  };
  for await (const line of recordLines(vault, () => undefined)) {
    if (left.delete(line.cdrId)) running.push(check(line, await hands.take()));
  }
  await Promise.all(running);
  for (const cdrId of left) tell(cdrId, 'listed in `hold`, but it is not in the vault');
  return problems;
}

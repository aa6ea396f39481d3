import { Slots } from '../platform/slots.ts';
import type { ArchiveProblem } from './archive-report.ts';
import type { ArchiveSession } from './archive-session.ts';
import { filesOf } from './manifest-line.ts';
import { LineReader } from './search/read-line.ts';

const RECORDS_AT_ONCE = 8;

/**
 * Returns the problem of each record of `hold` that is not in the vault: no line lists it, or one of its
 * files does not exist. What the files contain is for `verifyArchive` to check.
 */
export async function checkHolds(
  { vault, index }: ArchiveSession,
  hold: ReadonlySet<string>,
): Promise<readonly ArchiveProblem[]> {
  const problems: ArchiveProblem[] = [];
  const tell = (cdrId: string, message: string, path?: string): void => {
    problems.push({ kind: 'not_held', message, cdrId, ...(path !== undefined && { path }) });
  };
  const slots = new Slots(RECORDS_AT_ONCE);
  const lines = new LineReader(vault);
  const check = async (cdrId: string): Promise<void> => {
    const record = index.record(cdrId);
    if (record === undefined) {
      tell(cdrId, 'listed in `hold`, but it is not in the vault');
      return;
    }
    try {
      for (const { path } of filesOf(await lines.read(record))) {
        if (await vault.has(path)) continue;
        tell(cdrId, 'listed in `hold`, but a file of it is gone', path);
        return;
      }
    } catch (error) {
      tell(cdrId, `listed in \`hold\`, but: ${(error as Error).message}`);
    }
  };
  await Promise.all([...hold].map((cdrId) => slots.run(() => check(cdrId))));
  return problems;
}

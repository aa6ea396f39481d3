import { exportArchive, folderVault } from '../../../src/archive/index.ts';
import { InvalidInputError } from '../../../src/errors/invalid-input-error.ts';
import { Interruption } from '../../output/interruption.ts';
import { RunFailure } from '../../output/print-finding.ts';
import { tell } from '../../output/printable.ts';
import { writeRow } from '../../output/write-row.ts';
import type { ExportFlags } from './archive-flags.ts';
import { refuseNoVault } from './refuse-no-folder.ts';

/** Prints the records of an archive as rows, one at a time in memory. */
export async function runExport(dir: string, { csv, bom }: ExportFlags): Promise<void> {
  await refuseNoVault(dir);
  using interruption = new Interruption(process, () => tell('stopping after this record'));
  const { signal } = interruption;
  try {
    const format = csv ? 'csv' : 'ndjson';
    for await (const row of exportArchive(folderVault(dir), { format, bom, signal })) {
      if (!(await writeRow(row, signal))) break;
    }
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    if (signal.aborted) throw new RunFailure('interrupted: the table is incomplete');
    throw new RunFailure(`${(error as Error).message}; the table is incomplete`);
  }
}

import { exportArchive, folderVault } from '../../../src/archive/index.ts';
import { InvalidInputError } from '../../../src/errors/invalid-input-error.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { Interruption } from '../../output/interruption.ts';
import { RunFailure } from '../../output/print-finding.ts';
import { printable, tell } from '../../output/printable.ts';
import { count } from '../../output/report-text.ts';
import { writeRow } from '../../output/write-row.ts';
import type { ExportFlags } from './archive-flags.ts';
import { refuseNoVault } from './refuse-no-folder.ts';

async function writeTables(dir: string, folder: string, signal: AbortSignal): Promise<void> {
  const { rows, files } = await inFlags({ folder: '--parquet' }, () =>
    exportArchive(folderVault(dir), { format: 'parquet', folder, signal }),
  );
  process.stdout.write(printable(`${count(rows, 'row')} in ${count(files, 'file')}: ${folder}`));
  process.stdout.write('\n');
}

/** Prints the records of an archive as rows, one at a time in memory, or writes Parquet files. */
export async function runExport(dir: string, { csv, bom, parquet }: ExportFlags): Promise<void> {
  await refuseNoVault(dir);
  using interruption = new Interruption(process, () => tell('stopping after this record'));
  const { signal } = interruption;
  const isIncomplete = parquet === undefined ? 'the table is incomplete' : 'nothing was written';
  try {
    if (parquet !== undefined) {
      await writeTables(dir, parquet, signal);
      return;
    }
    const format = csv ? 'csv' : 'ndjson';
    for await (const row of exportArchive(folderVault(dir), { format, bom, signal })) {
      if (!(await writeRow(row, signal))) break;
    }
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    if (signal.aborted) throw new RunFailure(`interrupted: ${isIncomplete}`);
    throw new RunFailure(`${(error as Error).message}; ${isIncomplete}`);
  }
}

import { once } from 'node:events';
import { exportArchive, folderVault } from '../../../../src/archive/index.ts';
import { Interruption } from '../../output/interruption.ts';
import { printableLines } from '../../printable.ts';
import { RunFailure } from '../../run-failure.ts';
import { tell } from '../../tell.ts';
import type { ExportFlags } from './archive-flags.ts';
import { refuseNoFolder } from './refuse-no-folder.ts';

/** A file gets the bytes unchanged; a terminal gets no control characters. */
const shown = (line: string): string =>
  process.stdout.isTTY ? printableLines(line.replaceAll('\r\n', '\n')) : line;

async function print(lines: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  for await (const line of lines) {
    if (!process.stdout.write(shown(line))) await once(process.stdout, 'drain', { signal });
  }
}

/** Prints the records of an archive as rows, one at a time in memory. */
export async function runExport(dir: string, { csv }: ExportFlags): Promise<void> {
  await refuseNoFolder(dir);
  using interruption = new Interruption(process, () => tell('stopping after this record'));
  const { signal } = interruption;
  try {
    await print(
      exportArchive(folderVault(dir), { format: csv ? 'csv' : 'ndjson', signal }),
      signal,
    );
  } catch (error) {
    if (signal.aborted) throw new RunFailure('interrupted: the table is incomplete');
    throw new RunFailure(`${(error as Error).message}; the table is incomplete`);
  }
}

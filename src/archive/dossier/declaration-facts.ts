import type { ArchivedFile, DossierLine, RecordLine, SealLine } from '../manifest-line.ts';
import { isLine, readManifest } from '../manifest-read.ts';
import { manifestLog } from '../open-log.ts';
import type { Vault } from '../vault.ts';

/** A seal, and where it stands. */
export interface NumberedSeal {
  /** The number of its line. */
  readonly number: number;
  readonly line: SealLine;
}

/** What the manifest of a dossier says of the runs that wrote it. */
export interface DeclarationFacts {
  readonly dossier: DossierLine | undefined;
  readonly records: readonly RecordLine[];
  readonly seals: readonly NumberedSeal[];
  /** The page, and when it was written. */
  readonly page: { readonly file: ArchivedFile; readonly at: number } | undefined;
  /** How many lines note a loss of earlier lines. */
  readonly cuts: number;
  readonly lines: number;
  /** SHA-256 of the last line. */
  readonly head: string;
}

/** Reads the facts from the folder alone: the run that ends a dossier need not be the one that began it. */
export async function declarationFacts(vault: Vault): Promise<DeclarationFacts> {
  const records: RecordLine[] = [];
  const seals: NumberedSeal[] = [];
  let dossier: DossierLine | undefined;
  let page: DeclarationFacts['page'];
  let cuts = 0;
  let lines = 0;
  let head = '';
  for await (const read of readManifest(vault, manifestLog(vault))) {
    if (!isLine(read)) continue;
    const { line, number } = read;
    lines = number;
    head = read.sha256;
    if (line === undefined) continue;
    if (line.kind === undefined) records.push(line);
    else if (line.kind === 'dossier') dossier ??= line;
    else if (line.kind === 'seal') seals.push({ number, line });
    else if (line.kind === 'file') page = line;
    else if (line.kind === 'cut') cuts += 1;
  }
  return { dossier, records, seals, page, cuts, lines, head };
}

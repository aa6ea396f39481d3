import { joinBytes } from '../platform/join-bytes.ts';
import { nameOf } from './file-names.ts';
import { type ArchivedFile, filesOf, lineOf, NO_LINE, type RecordLine } from './manifest-line.ts';
import type { NewFile } from './store-file.ts';
import type { Vault } from './vault.ts';

/** What was erased, why, by whom and when. */
export interface Erasure {
  /** The record. */
  readonly cdrId: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly reason: string;
  readonly by: string;
  readonly files: readonly ArchivedFile[];
}

const CONTENT_TYPE = 'application/json';
const MAX_BYTES = 1024 * 1024;

/** The name of the file that says of a record that it was erased. */
export const erasurePath = (cdrId: string): string => `erasures/${nameOf(cdrId)}.json`;

/** The file that says of a record that it was erased. */
export function erasureFile(erasure: Erasure): NewFile {
  const bytes = new TextEncoder().encode(`${JSON.stringify(erasure)}\n`);
  return { path: erasurePath(erasure.cdrId), bytes, contentType: CONTENT_TYPE };
}

/** Reads that file; `undefined` if there is none, or it was changed so that it says nothing. */
export async function readErasure(vault: Vault, cdrId: string): Promise<Erasure | undefined> {
  const path = erasurePath(cdrId);
  const pieces = await vault.get(path);
  if (pieces === undefined) return undefined;
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.byteLength;
    if (length > MAX_BYTES) return undefined;
    kept.push(piece);
  }
  const text = new TextDecoder().decode(joinBytes(kept));
  const note = { path, bytes: 0, sha256: NO_LINE, contentType: CONTENT_TYPE };
  try {
    const erasure = JSON.parse(text) as Erasure;
    // It has the members of a line, which are checked as those of a line.
    const asLine = JSON.stringify({ ...erasure, kind: 'erased', note, previous: NO_LINE });
    const isWhole = lineOf(asLine)?.kind === 'erased' && erasure.cdrId === cdrId;
    return isWhole ? erasure : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an erasure names the files of this line, and no others. */
export function isErasureOf(erasure: Erasure, line: RecordLine): boolean {
  const names = (files: readonly ArchivedFile[]) =>
    files.map(({ path, sha256 }) => `${sha256} ${path}`).sort();
  return names(erasure.files).join('\n') === names(filesOf(line)).join('\n');
}

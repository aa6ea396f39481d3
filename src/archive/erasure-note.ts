import { bytesIn } from './bytes-in.ts';
import { nameOf } from './file-names.ts';
import { type ArchivedFile, lineOf, NO_LINE } from './manifest-line.ts';
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
  const bytes = await bytesIn(vault, path, MAX_BYTES);
  if (bytes === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
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

/** What identifies files: their names and hashes, in whatever order. */
export const filesText = (files: readonly ArchivedFile[]): string =>
  files
    .map(({ path, sha256 }) => `${sha256} ${path}`)
    .sort()
    .join('\n');

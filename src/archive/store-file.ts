import { digestOf, digestOfPieces } from './digest.ts';
import type { ArchivedFile } from './manifest-line.ts';
import type { Vault } from './vault.ts';
import { inVault } from './vault-failure.ts';

/** The most names to try for a file, if interrupted runs left other files there. */
const NAMES_MAX = 20;

/** A file to store. */
export interface NewFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** A stored file, and the other files that had its name. */
export interface StoredFile {
  readonly file: ArchivedFile;
  readonly aside: readonly ArchivedFile[];
  /** Whether this call stored it, and found no such file. */
  readonly isNew: boolean;
}

/** `a/b.json`, then `a/b~2.json`. */
function nameOf(path: string, attempt: number): string {
  if (attempt === 1) return path;
  const dot = path.lastIndexOf('.');
  return `${path.slice(0, dot)}~${attempt}${path.slice(dot)}`;
}

/**
 * Stores a file under its name. An interrupted run may have left a file there that no line lists yet.
 * If it has the same bytes, it counts as stored. Otherwise it stays as it is and is returned in
 * `aside`, and the new file gets the next name.
 */
export async function storeFile(
  vault: Vault,
  { path, bytes, contentType }: NewFile,
): Promise<StoredFile> {
  const sha256 = digestOf(bytes);
  const aside: ArchivedFile[] = [];
  for (let attempt = 1; attempt <= NAMES_MAX; attempt += 1) {
    const name = nameOf(path, attempt);
    const file = { path: name, bytes: bytes.byteLength, sha256, contentType };
    const put = await inVault(() => vault.put(name, bytes, { contentType }));
    if (put === 'kept') return { file, aside, isNew: true };
    const there = await inVault(async () => {
      const pieces = await vault.get(name);
      return pieces && digestOfPieces(pieces);
    });
    if (there?.sha256 === sha256) return { file, aside, isNew: false };
    if (there !== undefined) aside.push({ path: name, ...there, contentType });
  }
  return inVault(() => {
    throw new Error(`there are ${NAMES_MAX} files with other bytes already at ${path}`);
  });
}

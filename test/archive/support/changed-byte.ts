import type { VerifyProblem } from '../../../src/archive/index.ts';
import { MemoryVault } from './memory-vault.ts';

export interface ChangedByte {
  /** A copy that shares all files except the changed one. */
  readonly vault: MemoryVault;
  readonly path: string;
  /** If the manifest was changed: the line of the byte, counted from 1 across all its files. */
  readonly line: number | undefined;
}

/**
 * Changes one byte of one file of a vault. Each file is equally likely, and so is each of its
 * bytes.
 */
export function changedByte(whole: MemoryVault, random: () => number): ChangedByte {
  const files = [...whole.files];
  const [path, bytes] = files[Math.floor(random() * files.length)] ?? ['', new Uint8Array(1)];
  const changed = bytes.slice();
  const at = Math.floor(random() * changed.length);
  changed[at] = ((changed[at] ?? 0) + 1 + Math.floor(random() * 255)) % 256;
  const vault = new MemoryVault();
  for (const [name, same] of files) vault.files.set(name, same);
  vault.files.set(path, changed);
  const isManifest = (name: string): boolean => /^(?:segments\/\d+|manifest)\.ndjson$/.test(name);
  const earlier = files.filter(([name]) => isManifest(name) && name < path).sort();
  const before = [...earlier.map(([, each]) => each), bytes.subarray(0, at)];
  const line = Buffer.concat(before).toString('latin1').split('\n').length;
  return { vault, path, line: isManifest(path) ? line : undefined };
}

/** Returns whether the problems name the file, and in a manifest the line or an adjacent one. */
export function namesChange(
  problems: readonly VerifyProblem[],
  path: string,
  line: number | undefined,
): boolean {
  return problems.some(
    (problem) =>
      problem.path === path &&
      (line === undefined || Math.abs((problem.line ?? Number.NaN) - line) <= 1),
  );
}

import type { Cdr } from '../contract/cdr.ts';
import { digestOf } from './digest.ts';
import type { ArchivedFile, RecordLine } from './manifest-line.ts';
import type { Vault } from './vault.ts';

/** More than any record or image takes: manifests are not trusted. */
const FILE_MAX_BYTES = 256 * 1024 * 1024;

/** Reads a file that a line lists. @throws if it is missing or was changed. */
export async function fileIn(vault: Vault, { path, bytes, sha256 }: ArchivedFile) {
  const pieces = await vault.get(path);
  if (pieces === undefined) throw new Error(`${path} is missing`);
  if (bytes < 0 || bytes > FILE_MAX_BYTES) throw new Error(`${path} is too long`);
  const whole = new Uint8Array(bytes);
  let at = 0;
  for await (const piece of pieces) {
    if (at + piece.byteLength > bytes) throw new Error(`${path} is longer than it was`);
    whole.set(piece, at);
    at += piece.byteLength;
  }
  if (at !== bytes || digestOf(whole) !== sha256) throw new Error(`${path} was changed`);
  return whole;
}

/** Deeper than any documented member. */
const DEPTH_MAX = 12;

/**
 * Leaves out members that are `null`: the service knows no more of them than of absent ones. What is
 * nested deeper than the record is documented stays as it is.
 */
function withoutNulls(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((each) => withoutNulls(each, depth + 1));
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, each]) => [name, withoutNulls(each, depth + 1)]));
}

/**
 * Reads the record that a line lists, to be shown. Only the page's own data keep what is `null`.
 *
 * @throws if its file is missing or was changed.
 */
export async function recordIn(vault: Vault, line: RecordLine): Promise<Cdr> {
  const bytes = await fileIn(vault, line.record);
  const cdr = JSON.parse(new TextDecoder().decode(bytes)) as Cdr;
  const { customMetadata } = cdr;
  const own = typeof customMetadata === 'object' && customMetadata !== null;
  return { ...(withoutNulls(cdr) as Cdr), ...(own && { customMetadata }) };
}

import { bytesIn } from './bytes-in.ts';
import { digestOf } from './digest.ts';
import { nameOf } from './file-names.ts';
import { lineOf, type NewLine, NO_LINE, type RecordLine } from './manifest-line.ts';
import type { Vault } from './vault.ts';

/** Where the lines are that no segment has yet: one file each, in a vault whose files cannot grow. */
export const LOOSE = 'loose/';

const EXTENSION = '.ndjson';
const CONTENT_TYPE = 'application/x-ndjson';
/** Longer than any line with its digest. */
const MAX_BYTES = 1024 * 1024 + 128;

/** A file with one line. */
export interface LooseLine {
  readonly path: string;
  /** The line; `undefined` if the file was changed. */
  readonly line: RecordLine | undefined;
}

/** The name of the file with the line of this record. */
export const loosePath = (cdrId: string): string => `${LOOSE}${nameOf(cdrId)}${EXTENSION}`;

/** Stores the line of a record on its own, with its digest. `exists`: another process was first. */
export async function putLoose(
  vault: Vault,
  line: NewLine & { readonly cdrId: string },
): Promise<'kept' | 'exists'> {
  const json = JSON.stringify({ ...line, previous: NO_LINE });
  const text = `${json}\n${digestOf(new TextEncoder().encode(json))}\n`;
  const bytes = new TextEncoder().encode(text);
  return vault.put(loosePath(line.cdrId), bytes, { contentType: CONTENT_TYPE });
}

/** Reads a line that is a file of its own; `undefined` if the file is gone. */
export async function readLoose(vault: Vault, path: string): Promise<LooseLine | undefined> {
  const bytes = await bytesIn(vault, path, MAX_BYTES);
  if (bytes === undefined) return undefined;
  const [json = '', digest, ...rest] = new TextDecoder().decode(bytes).split('\n');
  const isWhole = rest.length === 1 && rest[0] === '';
  const line =
    isWhole && digestOf(new TextEncoder().encode(json)) === digest ? lineOf(json) : undefined;
  const isIts = line?.kind === undefined && line !== undefined && loosePath(line.cdrId) === path;
  return { path, line: isIts ? line : undefined };
}

/** The record of such a file, by its name. If the name was cut, no record has what it says. */
export function looseId(path: string): string {
  try {
    const cdrId = decodeURIComponent(path.slice(LOOSE.length, -EXTENSION.length));
    return loosePath(cdrId) === path ? cdrId : '';
  } catch {
    return '';
  }
}

/** Reads the lines that are files of their own, but those whose files are known. */
export async function* looseLines(
  vault: Vault,
  isKnown: (path: string) => boolean = () => false,
): AsyncGenerator<LooseLine> {
  if (vault.growing !== undefined) return;
  for await (const { path } of vault.list(LOOSE)) {
    if (isKnown(path)) continue;
    const read = await readLoose(vault, path);
    if (read !== undefined) yield read;
  }
}

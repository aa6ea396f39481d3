import type { Vault } from './vault.ts';

/** Where the closed segments are, and in a vault without growing files all of them. */
export const SEGMENTS = 'segments/';

/** The MIME type of a segment. */
export const NDJSON = 'application/x-ndjson';

const NUMBERED = /^segments\/(\d{8,15})\.(ndjson|head)$/;

/** The name of a segment, without its extension. */
export const segmentName = (number: number): string =>
  `${SEGMENTS}${String(number).padStart(8, '0')}`;

/** The number of a file that has a segment's name. */
export function segmentNumber(path: string): number | undefined {
  const [, number] = NUMBERED.exec(path) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The numbers of the segments with a file of their own, in order. */
export async function segmentNumbers(vault: Vault): Promise<number[]> {
  const found = new Set<number>();
  for await (const { path } of vault.list(SEGMENTS)) {
    const number = segmentNumber(path);
    if (number !== undefined) found.add(number);
  }
  return [...found].sort((a, b) => a - b);
}

/** Adds the first number of each gap: a stray name may leave a gap of millions. */
export function withGaps(numbers: readonly number[], from: number): number[] {
  const all = numbers.flatMap((number, at) => [(numbers[at - 1] ?? from - 1) + 1, number]);
  return [...new Set(all)];
}

/** The content of a head file: the digits and a line feed. */
export const headBytes = (head: string): Uint8Array => new TextEncoder().encode(`${head}\n`);

/** Reads a head file, and stops soon after 65 characters; `undefined` if there is none. */
export async function headIn(vault: Vault, path: string): Promise<string | undefined> {
  const pieces = await vault.get(path);
  if (pieces === undefined) return undefined;
  let text = '';
  const decoder = new TextDecoder('utf-8');
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > 65) break;
  }
  return text;
}

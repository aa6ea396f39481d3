import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';

/** Follows links, so that one file has one name. */
const placeOf = (file: string): Promise<string> => realpath(file).catch(() => path.resolve(file));

/**
 * Rejects a file under two flags: one of them is written, and the other one would be lost.
 *
 * @param files each flag with its file, those that are written last.
 * @throws InvalidInputError naming both flags.
 */
export async function refuseSame(
  files: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const known = new Map<string, string>();
  for (const [flag, file] of Object.entries(files)) {
    if (file === undefined) continue;
    const place = await placeOf(file);
    const other = known.get(place);
    if (other !== undefined) throw invalidInput(flag, `${file} is the file of ${other} too`);
    known.set(place, flag);
  }
}

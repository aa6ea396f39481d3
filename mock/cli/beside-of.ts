import { randomBytes } from 'node:crypto';

/** A name of its own beside the file, so that a rename onto it stays on one disk. */
export function besideOf(file: string): string {
  return `${file}.${randomBytes(4).toString('hex')}.tmp`;
}

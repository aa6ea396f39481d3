import { printable } from './printable.ts';

/** Writes one line to standard error; standard output is for scripts. */
export function tell(message: string): void {
  process.stderr.write(`${printable(message)}\n`);
}

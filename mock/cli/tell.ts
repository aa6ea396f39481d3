import { printable } from './printable.ts';

/** One line to the error output: the other one is for scripts. */
export function tell(message: string): void {
  process.stderr.write(`${printable(message)}\n`);
}

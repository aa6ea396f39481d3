import type { ArchiveProblem, VerifyProblem } from '../../../src/archive/index.ts';
import { printable } from '../../output/printable.ts';

/** Further problems are only in `--json`. */
const SHOWN_MAX = 50;

/** Lists the problems by name, as many as a person will read. */
export function problemLines(
  problems: readonly (ArchiveProblem | VerifyProblem)[],
  count = problems.length,
): string[] {
  const lines = problems.slice(0, SHOWN_MAX).map(({ kind, message, cdrId, path }) => {
    const of = [cdrId, path].filter((each) => each !== undefined).join(' ');
    // A name of a file may have a line feed, and so a line that looks like one of ours.
    return printable(`problem  ${kind}${of === '' ? '' : ` ${of}`}: ${message}`);
  });
  return count > lines.length ? [...lines, `${count} problems in all`] : lines;
}

/** Formats a size in a readable unit. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${Math.round((bytes / 1000 ** step) * 10) / 10} ${units[step]}`;
}

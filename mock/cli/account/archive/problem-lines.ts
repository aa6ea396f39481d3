import type { ArchiveProblem, VerifyProblem } from '../../../../src/archive/index.ts';

/** More are for `--json`. */
const SHOWN_MAX = 50;

/** The problems by their names, as many as a person reads. */
export function problemLines(
  problems: readonly (ArchiveProblem | VerifyProblem)[],
  count = problems.length,
): string[] {
  const lines = problems.slice(0, SHOWN_MAX).map(({ kind, message, cdrId, path }) => {
    const of = [cdrId, path].filter((each) => each !== undefined).join(' ');
    return `problem  ${kind}${of === '' ? '' : ` ${of}`}: ${message}`;
  });
  return count > lines.length ? [...lines, `${count} problems in all`] : lines;
}

/** In the unit that a person would use. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${Math.round((bytes / 1000 ** step) * 10) / 10} ${units[step]}`;
}

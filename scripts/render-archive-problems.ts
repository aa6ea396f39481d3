import { ARCHIVE_PROBLEM_MEANINGS } from '../src/archive/problem-meanings.ts';

/** Renders what a run's problems mean, from the same table as the page of codes. */
export function renderArchiveProblems(): string {
  const rows = Object.entries(ARCHIVE_PROBLEM_MEANINGS).map(
    ([kind, { cause, next }]) => `| \`${kind}\` | ${cause} | ${next} |`,
  );
  return ['| `kind` | means | what to do |', '| --- | --- | --- |', ...rows].join('\n');
}

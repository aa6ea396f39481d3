import type { ArchiveProblem } from './archive-report.ts';
import type { ManifestFault } from './open-manifest.ts';
import { problemOf } from './problem-of.ts';

/** A record of an archive that is missing or was changed. */
export function archiveProblem(error: unknown, cdrId: string): ArchiveProblem {
  const problem = problemOf(error, { cdrId }, 'vault');
  return { ...problem, message: `in the archive, ${problem.message}` };
}

/** A place where the manifest of an archive was changed or cut: it may have been a record. */
export const archiveFault = ({ message, ...fault }: ManifestFault): ArchiveProblem => ({
  ...fault,
  message: `in the archive, ${fault.path}: ${message}`,
});

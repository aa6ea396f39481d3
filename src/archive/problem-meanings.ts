import type { Meaning } from '../errors/code-meanings.ts';
import type { ArchiveProblemKind } from './archive-report.ts';
import type { VerifyProblemKind } from './verify-report.ts';

/** The problems of `archiveEvidence` and `writeDossier`, by kind. The type requires every kind. */
export const ARCHIVE_PROBLEM_MEANINGS: Readonly<Record<ArchiveProblemKind, Meaning>> = {
  vanished: {
    cause:
      'The record was in the list but could not be read: it was deleted or flagged in the meantime.',
    next: 'Nothing to do.',
  },
  integrity: {
    cause: 'The image and the record differ in size.',
    next: 'Run again. If it happens again, contact the service’s support.',
  },
  too_large: {
    cause: 'The image is over 64 MiB.',
    next: 'Download it with `downloadTo`, and keep it next to the vault.',
  },
  service: { cause: 'A call failed after its retries.', next: 'Run again.' },
  list: {
    cause: 'A page of a domain’s list failed after its retries; the other domains were processed.',
    next: 'Run again.',
  },
  access: {
    cause: 'The key or the account was refused. The run ended there.',
    next: 'Correct the key or the access, then run again.',
  },
  other_account: {
    cause:
      'The vault has the records of another organization. Nothing was written. In a dossier: its archive has records of another name than the key’s.',
    next: 'Use another vault, or set `organizationName` if the organization was renamed. A dossier then needs nothing.',
  },
  vault: {
    cause:
      'The storage failed, for example on a full disk. In a dossier also: a file of the archive is missing or was changed.',
    next: 'Make room, then run again. For a changed archive, run `verifyArchive`.',
  },
  manifest: {
    cause: 'The storage failed on the manifest. The run ended there.',
    next: 'Make room, then run again.',
  },
  busy: {
    cause: 'Another run is writing to the vault, or its disk cannot lock files.',
    next: 'Wait until it ends. If none is running, use another disk.',
  },
  manifest_cut: {
    cause: 'The manifest, or that of a dossier’s archive, lost lines at its end, or is gone.',
    next: 'Run `verifyArchive`, and find out who could write there.',
  },
  manifest_changed: {
    cause: 'The manifest, or that of a dossier’s archive, was changed after the last run.',
    next: 'Run `verifyArchive`, and find out who could write there.',
  },
  not_held: {
    cause: 'A record of `hold` is not in the vault, or a file of it is gone.',
    next: 'Collect it, or find out why it cannot be read. Restore a lost file from a backup, or from the service.',
  },
  seal: {
    cause: 'The run could not be signed or timestamped. The records are archived.',
    next: 'Run again, for a dossier with the same folder.',
  },
  stopped: {
    cause:
      'Eight records failed in a row (100 if nothing is in the vault yet), and not because of these records: the service did not give one that is in the vault already, or the storage failed. The rest were only counted.',
    next: 'Correct the problems listed before it, then run again.',
  },
  aborted: { cause: 'Your signal ended the run.', next: 'Run again: it continues.' },
  search: {
    cause: 'In a dossier: the service’s search failed. What it found is kept.',
    next: 'Write a new dossier later.',
  },
  too_many: {
    cause: 'In a dossier: there are more records than its `limit`.',
    next: 'Write a new dossier with a higher `limit`.',
  },
  ledger: {
    cause: 'In a dossier: the ledger failed, or has no such lead.',
    next: 'Correct `leads` or the ledger, then write a new dossier.',
  },
};

/** The problems of `verifyArchive`, by kind. The type requires every kind. */
export const VERIFY_PROBLEM_MEANINGS: Readonly<Record<VerifyProblemKind, Meaning>> = {
  missing: {
    cause: 'A line of the manifest lists the file, but the file does not exist.',
    next: 'Restore it from a backup, or from the service; `verifyArchive` shows whether it is the same.',
  },
  changed: {
    cause: 'The file’s length or SHA-256 is different, or a line of the manifest was changed.',
    next: 'Keep it elsewhere, then restore it from a backup, or from the service; `verifyArchive` shows whether it is the same.',
  },
  added: {
    cause: 'The file exists, but no line lists it. An interrupted run can leave such a file.',
    next: 'Run the archive again. If it remains, find out who put it there.',
  },
  reordered: {
    cause: 'A line is not where it was written.',
    next: 'Restore the manifest from a backup.',
  },
  removed: {
    cause: 'Lines between two others are gone, or the previous line was changed.',
    next: 'Restore the manifest from a backup.',
  },
  head: {
    cause:
      'The head does not name the last line: one of the two was changed, or lines were cut off. After an interrupted run the head can be one write behind.',
    next: 'Run the archive again. If it remains, restore the manifest from a backup.',
  },
  other_head: {
    cause: 'A head of `heads` is not the SHA-256 of any line of the manifest.',
    next: 'Check that it is a head of this vault. If so, lines up to it were changed or removed, or the vault was put back to an older state: restore the manifest from a backup.',
  },
  cut: {
    cause:
      'An earlier run found that the manifest had been cut or changed, and continued from there.',
    next: 'Compare with a backup from that time. The problem stays listed.',
  },
  seal: {
    cause:
      'A signature or a timestamp does not cover the line before it, or was not made with its key; or lines are not signed by any of `publicKeys`.',
    next: 'Check which keys `publicKeys` names, and that a signed run came last. If so, someone changed or added lines.',
  },
  twice: {
    cause: 'A record has two lines.',
    next: 'Nothing is lost. Find out who wrote the second one: no run does.',
  },
  erasure: {
    cause:
      'An erasure does not name the files of its record’s line, or a file that it names is still there.',
    next: 'If a file is still there, erase the record again. Otherwise someone wrote the line by hand.',
  },
  unreadable: {
    cause: 'The vault could not read the file.',
    next: 'Correct the storage, then verify again.',
  },
};

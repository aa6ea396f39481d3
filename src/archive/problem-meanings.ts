import type { Meaning } from '../errors/code-meanings.ts';
import type { ArchiveProblemKind } from './archive-report.ts';
import type { VerifyProblemKind } from './verify-report.ts';

/** The problems of `archiveEvidence` and `writeDossier`, by their kind. The compiler asks for each. */
export const ARCHIVE_PROBLEM_MEANINGS: Readonly<Record<ArchiveProblemKind, Meaning>> = {
  vanished: {
    cause: 'The record was in the list and could not be read: it was deleted or flagged meanwhile.',
    next: 'Nothing to do.',
  },
  integrity: {
    cause: 'The image is not as long as the record says.',
    next: 'Run again. If it happens again, contact the service’s support.',
  },
  too_large: {
    cause: 'The image is over 64 MiB.',
    next: 'Fetch it with `downloadTo`, and keep it beside the vault.',
  },
  service: { cause: 'A call failed, after its own repeats.', next: 'Run again.' },
  list: {
    cause: 'A page of a domain’s list failed, after its own repeats; the other domains went on.',
    next: 'Run again.',
  },
  access: {
    cause: 'The key or the account was refused. The run ended there.',
    next: 'Correct the key or the access, then run again.',
  },
  other_account: {
    cause: 'The vault has the records of another organization. Nothing was written.',
    next: 'Use another vault, or `organizationName` where the organization was renamed.',
  },
  vault: {
    cause: 'The storage failed on a file of the vault: a full disk, say.',
    next: 'Make room, then run again.',
  },
  manifest: {
    cause: 'The storage failed on the manifest. The run ended there.',
    next: 'Make room, then run again.',
  },
  busy: { cause: 'Another run writes to the vault.', next: 'Let it end.' },
  manifest_cut: {
    cause: 'The manifest lost lines at its end since the last run.',
    next: 'Run `verifyArchive`, and find out who could write there.',
  },
  manifest_changed: {
    cause: 'The manifest is not as the last run left it.',
    next: 'Run `verifyArchive`, and find out who could write there.',
  },
  not_held: {
    cause: 'A record of `hold` is not in the vault.',
    next: 'Collect it, or find out why it cannot be read.',
  },
  seal: {
    cause: 'The run could not be signed or stamped. What was archived stands.',
    next: 'Run again: it is tried again.',
  },
  stopped: {
    cause: 'Eight records failed one after another. The rest was only counted.',
    next: 'Correct what the problems before it name, then run again.',
  },
  aborted: { cause: 'Your signal ended the run.', next: 'Run again: it continues.' },
  search: {
    cause: 'Of a dossier: the service’s search broke off. What it found stands.',
    next: 'Write a new dossier later.',
  },
  too_many: {
    cause: 'Of a dossier: there are more records than its `limit`.',
    next: 'Write a new dossier with a higher `limit`.',
  },
  ledger: {
    cause: 'Of a dossier: the ledger failed, or has no such lead.',
    next: 'Correct `leadIds` or the ledger, then write a new dossier.',
  },
};

/** The problems of `verifyArchive`, by their kind. The compiler asks for each. */
export const VERIFY_PROBLEM_MEANINGS: Readonly<Record<VerifyProblemKind, Meaning>> = {
  missing: {
    cause: 'A line of the manifest has the file, and it is not there.',
    next: 'Restore it from a backup; `verifyArchive` tells whether it is the same.',
  },
  changed: {
    cause: 'The file’s length or SHA-256 is another, or a line of the manifest was changed.',
    next: 'Restore it from a backup; `verifyArchive` tells whether it is the same.',
  },
  added: {
    cause: 'The file is there and no line has it. A run that was cut off can leave one.',
    next: 'Run the archive again. If it stays, find out who put it there.',
  },
  reordered: {
    cause: 'A line stands elsewhere than where it was written.',
    next: 'Restore the manifest from a backup.',
  },
  removed: {
    cause: 'The lines between two are gone, or the line before was changed.',
    next: 'Restore the manifest from a backup.',
  },
  head: {
    cause:
      'The head does not name the last line: one of the two was changed, or lines were cut off. A run that was cut off can leave it one write behind.',
    next: 'Run the archive again. If it stays, restore the manifest from a backup.',
  },
  cut: {
    cause:
      'An earlier run found that the manifest had been cut or changed, and went on from there.',
    next: 'Compare with a backup of that time. The line stays.',
  },
  seal: {
    cause: 'A signature or a time stamp is not over the line before it, or not by its key.',
    next: 'Check which key `publicKeys` names; else the line or the seal was changed.',
  },
  unreadable: {
    cause: 'The vault could not give the file.',
    next: 'Correct the storage, then verify again.',
  },
};

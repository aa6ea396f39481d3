/**
 * Long-term evidence: a copy of every collected record and its image in your own vault, with a
 * manifest that reveals later changes.
 *
 * @module
 */

export type { ArchiveClient } from './archive-client.ts';
export { archiveEvidence } from './archive-evidence.ts';
export type { ArchiveEvidenceOptions } from './archive-options.ts';
export {
  type ArchivedRecord,
  type ArchiveRecordOptions,
  archiveRecord,
} from './archive-record.ts';
export type {
  ArchiveCounts,
  ArchiveProblem,
  ArchiveProblemKind,
  ArchiveProgress,
  ArchiveReport,
  ExpiringRecord,
  MetRecord,
  RecordEvent,
} from './archive-report.ts';
export type {
  DossierLead,
  DossierLeadName,
  DossierLedger,
  DossierProgress,
  WriteDossierOptions,
} from './dossier/dossier-options.ts';
export { type DossierReport, writeDossier } from './dossier/write-dossier.ts';
export { type ErasedRecord, type EraseRecordOptions, eraseRecord } from './erase-record.ts';
export { type ExportArchiveOptions, exportArchive } from './export/export-archive.ts';
export { EXPORT_COLUMNS, type ExportColumn } from './export/export-columns.ts';
export type { ExportTablesOptions, ExportTablesReport } from './export/export-tables.ts';
export {
  type ArchiveHit,
  type FindInArchiveOptions,
  findInArchive,
  type IndexProgress,
} from './find-in-archive.ts';
export { type FolderVault, folderVault } from './folder-vault.ts';
export type {
  AccountLine,
  ArchivedFile,
  ChainedLine,
  CutLine,
  DossierLine,
  ErasedLine,
  FileLine,
  ManifestLine,
  RecordLine,
  SealLine,
  SegmentLine,
} from './manifest-line.ts';
export type { KeyLike, SigningKey, TimestampFunction } from './seal.ts';
export { timestampAuthority } from './timestamp-authority.ts';
export type { GrowingFiles, Vault, VaultFile, VaultLock } from './vault.ts';
export { verifyArchive } from './verify.ts';
export type { VerifyArchiveOptions } from './verify-options.ts';
export type {
  VerifyProblem,
  VerifyProblemKind,
  VerifyProgress,
  VerifyReport,
} from './verify-report.ts';

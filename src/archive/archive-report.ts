/**
 * The kinds of problem:
 * - `vanished`: the record can no longer be read (`NOT_FOUND`, `CDR_INVALID`).
 * - `integrity`: the image does not have the length that the record states. `too_large`: over 64 MiB.
 * - `service`: a call failed after its retries. `list`: a page of a domain's list failed.
 * - `access`: the key or the account was refused. The run ended there.
 * - `other_account`: the vault has the records of another organization. The run ended there; in a
 *   dossier, its archive has.
 * - `vault`: the vault failed, for example a full disk. `manifest`: the manifest could not be written;
 *   the run archived no more records.
 * - `busy`: another run writes to the vault. The run ended there.
 * - `manifest_cut`, `manifest_changed`: the manifest, or that of a dossier's archive, is not as the
 *   previous run left it; `verifyArchive` has details.
 * - `not_held`: a record of `hold` is not in the vault, or a file of it is gone.
 * - `seal`: the run could not be signed or time-stamped. The next run tries again.
 * - `stopped`: eight records failed in a row, and so did one that is in the vault already, or the
 *   vault itself; the run took no more records.
 * - `aborted`: the signal ended the run. The next run continues.
 * - In a dossier: `search`: the service's search failed; its results so far are used. `too_many`:
 *   there are more records than `limit`. `ledger`: the ledger failed, or has no such lead.
 */
export type ArchiveProblemKind =
  | 'vanished'
  | 'integrity'
  | 'too_large'
  | 'service'
  | 'list'
  | 'access'
  | 'other_account'
  | 'vault'
  | 'manifest'
  | 'busy'
  | 'manifest_cut'
  | 'manifest_changed'
  | 'not_held'
  | 'seal'
  | 'stopped'
  | 'aborted'
  | 'search'
  | 'too_many'
  | 'ledger';

/** Something that went wrong. */
export interface ArchiveProblem {
  /** Its kind; see {@link ArchiveProblemKind}. */
  readonly kind: ArchiveProblemKind;
  /** The description, without secrets. */
  readonly message: string;
  /** The record. */
  readonly cdrId?: string;
  /** The domain. */
  readonly domainId?: string;
  /** The file in the vault. */
  readonly path?: string;
  /** The service's request id. */
  readonly requestId?: string;
}

/** A record that the run found. */
export interface MetRecord {
  /** Its identifier. */
  readonly cdrId: string;
  /** The base domain that it is filed under. */
  readonly domainId: string;
  /** Unix milliseconds: when the service finished it. */
  readonly createdAt: number;
}

/** A record that the service deletes soon. */
export interface ExpiringRecord extends MetRecord {
  /** Unix milliseconds: five years after `createdAt` (spec §1). */
  readonly deletedAt: number;
  /** Whether it is in the vault now. */
  readonly archived: boolean;
}

/** A record that the run found, and the result. */
export interface RecordEvent extends MetRecord {
  /**
   * - `archived`: the run added it to the vault. `known`: it was in the vault before.
   * - `not_collected`: its image would have to be paid for. The archive never collects.
   * - `dev_mode`: a Dev Mode capture, whose image is never downloadable.
   * - `erased`: it was erased from the vault, and is never fetched again.
   * - `failed`: see `problem`.
   */
  readonly state: 'archived' | 'known' | 'not_collected' | 'dev_mode' | 'erased' | 'failed';
  /** Why it failed; only with `failed`. */
  readonly problem?: ArchiveProblem;
}

/** The counts of a run. */
export interface ArchiveCounts {
  /** Records that this run added to the vault. */
  readonly archived: number;
  /** Records that were in the vault before. */
  readonly known: number;
  /** Records that no one has collected for this account. */
  readonly notCollected: number;
  /** Dev Mode captures. */
  readonly devMode: number;
  /** Records that were erased from the vault. */
  readonly erased: number;
  /** Records that failed. */
  readonly failed: number;
  /** Records that the run found but did not process, because it stopped. */
  readonly left: number;
  /** Records that the service deletes within `warnWithinDays`. */
  readonly expiring: number;
  /** Problems. */
  readonly problems: number;
  /** Bytes written to the vault: records and images. */
  readonly bytes: number;
}

/** The progress of a run. */
export interface ArchiveProgress extends ArchiveCounts {
  /** The current domain; absent before the first. */
  readonly domainId?: string;
  /** How many domains are done. */
  readonly domainsDone: number;
  /** How many domains there are. */
  readonly domains: number;
}

/** The result of a run. Its lists hold the first 1,000 entries each; `onRecord` gets all. */
export interface ArchiveReport {
  /** Whether there were no problems. */
  readonly ok: boolean;
  /** All counts. */
  readonly counts: ArchiveCounts;
  /** What went wrong. */
  readonly problems: readonly ArchiveProblem[];
  /** Records whose images would have to be paid for: `client.cdrs.collect(cdrId)`. */
  readonly notCollected: readonly MetRecord[];
  /** Records that the service deletes within `warnWithinDays`; those not in the vault come first. */
  readonly expiring: readonly ExpiringRecord[];
  /** The manifest as the run left it. */
  readonly manifest: {
    /** How many lines it has. */
    readonly lines: number;
    /** SHA-256 of the last line, or 64 zeros if there is none. Keep it somewhere else. */
    readonly head: string;
  };
  /** Unix milliseconds by the run's clock. */
  readonly beganAt: number;
  /** Unix milliseconds by the run's clock. */
  readonly endedAt: number;
}

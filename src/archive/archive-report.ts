/**
 * What went wrong, by its name:
 * - `vanished`: the record could not be read any more (`NOT_FOUND`, `CDR_INVALID`).
 * - `integrity`: the image is not as long as the record says. `too_large`: over 64 MiB.
 * - `service`: a call failed, after its own repeats. `list`: so did a page of a domain's list.
 * - `access`: the key or the account was refused. The run ended there.
 * - `other_account`: the vault has the records of another organization. The run ended there.
 * - `vault`: the vault failed: a full disk, say. `manifest`: so did the manifest. The run ended there.
 * - `busy`: another run writes to the vault. The run ended there.
 * - `manifest_cut`, `manifest_changed`: it was not as the run before left it; `verifyArchive` has more.
 * - `not_held`: a record of `hold` is not in the vault.
 * - `seal`: the run could not be signed or stamped; the next one tries again.
 * - `stopped`: eight failures came one after another, so that the run took no more records.
 * - `aborted`: by the signal. The next run continues.
 * - Of a dossier: `search`: the service's search broke off, and what it gave stands. `too_many`: there
 *   are more records than its `limit`. `ledger`: the ledger failed, or has no such lead.
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

/** Something that went wrong; the rest went on. */
export interface ArchiveProblem {
  /** Its name; see {@link ArchiveProblemKind}. */
  readonly kind: ArchiveProblemKind;
  /** In words; no secret is in them. */
  readonly message: string;
  /** Of which record. */
  readonly cdrId?: string;
  /** On which domain. */
  readonly domainId?: string;
  /** Which file of the vault. */
  readonly path?: string;
  /** The service's identifier of the answer. */
  readonly requestId?: string;
}

/** A record that the run met. */
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

/** A record that is met, and what became of it. */
export interface RecordEvent extends MetRecord {
  /**
   * - `archived`: it is in the vault now. `known`: it was there before.
   * - `not_collected`: its image would have to be paid for, which the archive never does.
   * - `dev_mode`: a Dev Mode capture, whose image is never downloadable.
   * - `failed`: see `problem`.
   */
  readonly state: 'archived' | 'known' | 'not_collected' | 'dev_mode' | 'failed';
  /** Why it failed. */
  readonly problem?: ArchiveProblem;
}

/** How many there were. */
export interface ArchiveCounts {
  /** Records that are in the vault since this run. */
  readonly archived: number;
  /** Records that were there before. */
  readonly known: number;
  /** Records that no one has collected for this account. */
  readonly notCollected: number;
  /** Dev Mode captures. */
  readonly devMode: number;
  /** Records that failed. */
  readonly failed: number;
  /** Records that the run met and did not come to, because it stopped. */
  readonly left: number;
  /** Records that the service deletes within `warnWithinDays`. */
  readonly expiring: number;
  /** Everything that went wrong. */
  readonly problems: number;
  /** Bytes written to the vault: records and images. */
  readonly bytes: number;
}

/** How far a run is. */
export interface ArchiveProgress extends ArchiveCounts {
  /** The domain that is being walked; absent before the first. */
  readonly domainId?: string;
  /** How many domains were walked to their ends. */
  readonly domainsDone: number;
  /** How many there are. */
  readonly domains: number;
}

/** What a run did. Its lists hold the first 1,000 each; `onRecord` is told all. */
export interface ArchiveReport {
  /** Whether nothing went wrong: `problems` is empty. */
  readonly ok: boolean;
  /** How many there were of everything. */
  readonly counts: ArchiveCounts;
  /** What went wrong. */
  readonly problems: readonly ArchiveProblem[];
  /** Records whose images would have to be paid for: `client.cdrs.collect(cdrId)`. */
  readonly notCollected: readonly MetRecord[];
  /** Records that the service deletes within `warnWithinDays`, those that are not in the vault first. */
  readonly expiring: readonly ExpiringRecord[];
  /** The manifest as the run left it. */
  readonly manifest: {
    /** How many lines it has. */
    readonly lines: number;
    /** SHA-256 of the last line, 64 zeros where there is none: what to keep elsewhere. */
    readonly head: string;
  };
  /** Unix milliseconds by the run's clock. */
  readonly beganAt: number;
  /** Unix milliseconds by the run's clock. */
  readonly endedAt: number;
}

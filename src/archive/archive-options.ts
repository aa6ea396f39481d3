import { RETENTION_MS, UNIT_MS } from '../contract/limits.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { listOf, nonEmptyText, required, text, told, wholeNumber } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { Clock } from '../platform/clock.ts';
import { ignoringErrors } from '../platform/ignoring-errors.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import type { ArchiveClient } from './archive-client.ts';
import type { ArchiveProgress, RecordEvent } from './archive-report.ts';
import {
  COMMON_OPTIONS,
  type CommonSettings,
  clientIssues,
  commonSettings,
  vaultKind,
} from './option-kinds.ts';
import type { SigningKey, TimestampFunction } from './seal.ts';
import type { Vault } from './vault.ts';

/** Options of {@link archiveEvidence}. */
export interface ArchiveEvidenceOptions {
  /** Where the archive is stored: `folderVault('evidence')`, or your own vault. */
  readonly vault: Vault;
  /** The domains to archive. Default: all domains of the account. */
  readonly domains?: readonly string[] | undefined;
  /** How many records are fetched concurrently. Default: 4. Maximum: 32. */
  readonly concurrency?: number | undefined;
  /** Signs the manifest at the end of the run. */
  readonly sign?: SigningKey | undefined;
  /** Gets a time stamp for the manifest at the end of the run. */
  readonly timestamp?: TimestampFunction | undefined;
  /** Records that must be archived, at most 10,000. Each one missing at the end is a problem. */
  readonly hold?: readonly string[] | undefined;
  /** Report records that the service deletes within this many days. Default: 180. */
  readonly warnWithinDays?: number | undefined;
  /**
   * The current name of the account, if its organization was renamed since the last run. Without it, a
   * name that differs from the vault's counts as another account and ends the run.
   */
  readonly organizationName?: string | undefined;
  /**
   * The file of the index, by which known records are recognized and found. It can be deleted. Default:
   * beside the folder, `evidence.index`; for other vaults one that ends with the run, so name a file there:
   * without it, each run reads the whole manifest.
   */
  readonly index?: string | undefined;
  /** Called with the progress, after each record and problem, and before and after each domain. */
  readonly onProgress?: ((progress: ArchiveProgress) => void) | undefined;
  /** Called with the result of each record. */
  readonly onRecord?: ((record: RecordEvent) => void) | undefined;
  /** Ends the run. Pending records are finished or dropped, and the next run continues. */
  readonly signal?: WebAbortSignal | undefined;
  /** Default: real time. */
  readonly clock?: Clock | undefined;
}

/** The options with their defaults filled in. */
export interface ArchiveSettings extends CommonSettings {
  readonly client: ArchiveClient;
  readonly vault: Vault;
  readonly concurrency: number;
  readonly hold: ReadonlySet<string>;
  readonly warnWithinMs: number;
  readonly organizationName: string | undefined;
  readonly index: string | undefined;
  readonly onProgress: (progress: () => ArchiveProgress) => void;
  readonly onRecord: (record: RecordEvent) => void;
}

const CONCURRENCY = 4;
const CONCURRENCY_MAX = 32;
/** The most records of `hold`. */
export const HOLD_MAX = 10_000;
const WARN_WITHIN_DAYS = 180;
const NAME_MAX_CHARS = 1_000;
const DAY_MS = UNIT_MS.days;
const WARN_WITHIN_DAYS_MAX = RETENTION_MS / DAY_MS;

const OPTIONS = (): OptionTable<ArchiveEvidenceOptions> => ({
  vault: required(vaultKind()),
  concurrency: wholeNumber(1, CONCURRENCY_MAX),
  hold: listOf(nonEmptyText, HOLD_MAX),
  warnWithinDays: wholeNumber(0, WARN_WITHIN_DAYS_MAX, 'days'),
  organizationName: text(0, NAME_MAX_CHARS),
  index: nonEmptyText,
  onProgress: told,
  onRecord: told,
  ...COMMON_OPTIONS(),
});

/** Checks and completes the options. @throws `InvalidInputError` naming each invalid one. */
export function archiveSettings(
  client: ArchiveClient,
  options: ArchiveEvidenceOptions,
): ArchiveSettings {
  const given = checkedOptions(OPTIONS, options, { also: () => clientIssues(client) });
  const { vault, organizationName, onProgress, onRecord } = given;
  return {
    ...commonSettings(given),
    client,
    vault,
    concurrency: given.concurrency ?? CONCURRENCY,
    hold: new Set(given.hold),
    warnWithinMs: (given.warnWithinDays ?? WARN_WITHIN_DAYS) * DAY_MS,
    organizationName,
    index: given.index,
    onProgress: (progress) => void ignoringErrors(() => onProgress?.(progress())),
    onRecord: (record) => void ignoringErrors(() => onRecord?.(record)),
  };
}

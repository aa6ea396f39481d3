import type { Clock } from '../clock.ts';
import type { Issue } from '../contract/issue.ts';
import { RETENTION_MS, UNIT_MS } from '../contract/limits.ts';
import { ignoringErrors } from '../ignoring-errors.ts';
import type { WebAbortSignal } from '../platform.ts';
import type { ArchiveClient } from './archive-client.ts';
import type { ArchiveProgress, RecordEvent } from './archive-report.ts';
import {
  type CommonSettings,
  checkedOptions,
  countIssues,
  functionIssues,
  issueOf,
  textsIssues,
  vaultIssues,
} from './option-checks.ts';
import type { SigningKey, TimestampFunction } from './seal.ts';
import type { Vault } from './vault.ts';

/** How {@link archiveEvidence} works. */
export interface ArchiveEvidenceOptions {
  /** Where the archive lies: `folderVault('evidence')`, or one of your own. */
  readonly vault: Vault;
  /** The domains to walk; default: all that are held. */
  readonly domains?: readonly string[] | undefined;
  /** How many records are asked for side by side; default: 4. At most 32. */
  readonly concurrency?: number | undefined;
  /** Signs the manifest at the run's end. */
  readonly sign?: SigningKey | undefined;
  /** Has the manifest stamped at the run's end. */
  readonly timestamp?: TimestampFunction | undefined;
  /** Records that must be kept, at most 10,000: each that is not in the vault at the end is a problem. */
  readonly hold?: readonly string[] | undefined;
  /** Report what the service deletes within so many days; default: 180. */
  readonly warnWithinDays?: number | undefined;
  /**
   * The account's name now, where its organization was renamed since the last run. Otherwise a name
   * that is not the vault's is taken for another account's, and ends the run.
   */
  readonly organizationName?: string | undefined;
  /** Told how far the run is, after each record and page. */
  readonly onProgress?: ((progress: ArchiveProgress) => void) | undefined;
  /** Told what became of each record, as it is known. */
  readonly onRecord?: ((record: RecordEvent) => void) | undefined;
  /** Ends the run: records on their way are finished or dropped, and the next run continues. */
  readonly signal?: WebAbortSignal | undefined;
  /** Default: real time. */
  readonly clock?: Clock | undefined;
}

/** The options with nothing left out. */
export interface ArchiveSettings extends CommonSettings {
  readonly vault: Vault;
  readonly concurrency: number;
  readonly hold: ReadonlySet<string>;
  readonly warnWithinMs: number;
  readonly organizationName: string | undefined;
  readonly onProgress: (progress: () => ArchiveProgress) => void;
  readonly onRecord: (record: RecordEvent) => void;
}

const NAMES: readonly (keyof ArchiveEvidenceOptions)[] = [
  'vault',
  'domains',
  'concurrency',
  'sign',
  'timestamp',
  'hold',
  'warnWithinDays',
  'organizationName',
  'onProgress',
  'onRecord',
  'signal',
  'clock',
];

const CONCURRENCY = 4;
const CONCURRENCY_MAX = 32;
const HOLD_MAX = 10_000;
const WARN_WITHIN_DAYS = 180;
const DAY_MS = UNIT_MS.days;
const WARN_WITHIN_DAYS_MAX = RETENTION_MS / DAY_MS;

function issuesOf({ organizationName, ...given }: ArchiveEvidenceOptions): Issue[] {
  return [
    ...vaultIssues(given.vault),
    ...textsIssues('hold', given.hold, HOLD_MAX),
    ...countIssues('concurrency', given.concurrency, 1, CONCURRENCY_MAX),
    ...countIssues('warnWithinDays', given.warnWithinDays, 0, WARN_WITHIN_DAYS_MAX),
    ...functionIssues('onRecord', given.onRecord),
    ...issueOf(
      ...(['organizationName', organizationName] as const),
      ...([typeof organizationName === 'string', 'a string'] as const),
    ),
  ];
}

/** The options, checked. @throws `InvalidInputError` naming each that cannot be. */
export function archiveSettings(
  client: ArchiveClient,
  options: ArchiveEvidenceOptions,
): ArchiveSettings {
  const { given, common } = checkedOptions(client, options, NAMES, issuesOf);
  const { vault, organizationName, onProgress, onRecord } = given;
  return {
    ...common,
    vault,
    concurrency: given.concurrency ?? CONCURRENCY,
    hold: new Set(given.hold),
    warnWithinMs: (given.warnWithinDays ?? WARN_WITHIN_DAYS) * DAY_MS,
    organizationName,
    onProgress: (progress) => void ignoringErrors(() => onProgress?.(progress())),
    onRecord: (record) => void ignoringErrors(() => onRecord?.(record)),
  };
}

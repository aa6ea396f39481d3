import type { ConsentEvidence } from '../client.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Issue } from '../contract/issue.ts';
import { unknownOptions } from '../contract/unknown-options.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { WebAbortSignal } from '../platform.ts';
import type { ArchiveProgress, RecordEvent } from './archive-report.ts';
import { type SigningKey, signerOf, type TimestampFunction } from './seal.ts';
import type { Vault } from './vault.ts';

/** What is used of a client. */
export type ArchiveClient = Pick<ConsentEvidence, 'cdrs' | 'domains'>;

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
  /** Ends the run: records on their way are finished or dropped, and the next run goes on. */
  readonly signal?: WebAbortSignal | undefined;
  /** Default: real time. */
  readonly clock?: Clock | undefined;
}

/** The options with nothing left out. */
export interface ArchiveSettings {
  readonly client: ArchiveClient;
  readonly vault: Vault;
  readonly domains: readonly string[] | undefined;
  readonly concurrency: number;
  readonly sign: { readonly keyId: string; readonly of: (head: string) => Uint8Array } | undefined;
  readonly timestamp: TimestampFunction | undefined;
  readonly hold: ReadonlySet<string>;
  readonly warnWithinMs: number;
  readonly organizationName: string | undefined;
  readonly onProgress: (progress: () => ArchiveProgress) => void;
  readonly onRecord: (record: RecordEvent) => void;
  readonly signal: WebAbortSignal | undefined;
  readonly clock: Clock;
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
const WARN_WITHIN_DAYS_MAX = 1825;
const DAY_MS = 86_400_000;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether something has these methods. */
export function hasMethods(value: unknown, names: readonly string[]): boolean {
  const given = value as Record<string, unknown> | null | undefined;
  return isObject(given) && names.every((name) => typeof given[name] === 'function');
}

/** An issue where a vault is none. */
export function vaultIssues(vault: unknown, path = 'vault'): Issue[] {
  if (hasMethods(vault, ['has', 'put', 'get', 'list'])) return [];
  return [{ path, message: 'expected a vault: folderVault(folder), or has, put, get and list' }];
}

/** Issues where a client is none. */
export function clientIssues(client: unknown): Issue[] {
  const { cdrs, domains } = (client ?? {}) as Record<string, unknown>;
  const isClient = hasMethods(cdrs, ['list', 'get', 'download']) && hasMethods(domains, ['list']);
  return isClient ? [] : [{ path: 'client', message: 'expected a ConsentEvidence client' }];
}

/** Issues of a list of names. */
export function textsIssues(path: string, value: unknown, most: number): Issue[] {
  if (value === undefined) return [];
  const isList = Array.isArray(value) && value.length <= most;
  if (isList && value.every((each) => typeof each === 'string' && each !== '')) return [];
  return [{ path, message: `expected at most ${most} strings that are not empty` }];
}

/** Issues of a whole number. */
export function countIssues(path: string, value: unknown, least: number, most: number): Issue[] {
  if (value === undefined) return [];
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return [];
  return [{ path, message: `expected a whole number from ${least} to ${most}` }];
}

/** Issues of what is to be called. */
export function functionIssues(path: string, value: unknown): Issue[] {
  if (value === undefined || typeof value === 'function') return [];
  return [{ path, message: 'expected a function' }];
}

function issuesOf(client: unknown, options: ArchiveEvidenceOptions): Issue[] {
  const { sign, organizationName } = options as unknown as Record<string, unknown>;
  return [
    ...unknownOptions(options, NAMES),
    ...clientIssues(client),
    ...vaultIssues(options.vault),
    ...textsIssues('domains', options.domains, 100_000),
    ...textsIssues('hold', options.hold, HOLD_MAX),
    ...countIssues('concurrency', options.concurrency, 1, CONCURRENCY_MAX),
    ...countIssues('warnWithinDays', options.warnWithinDays, 0, WARN_WITHIN_DAYS_MAX),
    ...functionIssues('timestamp', options.timestamp),
    ...functionIssues('onProgress', options.onProgress),
    ...functionIssues('onRecord', options.onRecord),
    ...(sign === undefined || isObject(sign)
      ? []
      : [{ path: 'sign', message: 'expected { privateKey, keyId }' }]),
    ...(organizationName === undefined || typeof organizationName === 'string'
      ? []
      : [{ path: 'organizationName', message: 'expected a string' }]),
  ];
}

/** What a caller's own callback throws must not end a run. */
export function ignoringErrors(work: () => unknown): void {
  try {
    void Promise.resolve(work()).catch(() => undefined);
  } catch {
    // it is told, not asked
  }
}

/** The options, checked. @throws `InvalidInputError` naming each that cannot be. */
export function archiveSettings(
  client: ArchiveClient,
  options: ArchiveEvidenceOptions,
): ArchiveSettings {
  const given = isObject(options) ? options : ({} as ArchiveEvidenceOptions);
  const issues = issuesOf(client, given);
  if (issues.length > 0) throw new InvalidInputError(issues);
  const { vault, domains, sign, timestamp, organizationName, onProgress, onRecord, signal } = given;
  return {
    client,
    vault,
    domains,
    concurrency: given.concurrency ?? CONCURRENCY,
    sign: sign && { keyId: sign.keyId, of: signerOf(sign) },
    timestamp,
    hold: new Set(given.hold),
    warnWithinMs: (given.warnWithinDays ?? WARN_WITHIN_DAYS) * DAY_MS,
    organizationName,
    onProgress: (progress) => onProgress && ignoringErrors(() => onProgress(progress())),
    onRecord: (record) => onRecord && ignoringErrors(() => onRecord(record)),
    signal,
    clock: given.clock ?? systemClock,
  };
}

import { normalizePhone } from '../../acceptance/normalize-phone.ts';
import { type Clock, systemClock } from '../../clock.ts';
import type { Issue } from '../../contract/issue.ts';
import { unknownOptions } from '../../contract/unknown-options.ts';
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import type { WebAbortSignal } from '../../platform.ts';
import {
  type ArchiveClient,
  clientIssues,
  countIssues,
  functionIssues,
  hasMethods,
  ignoringErrors,
  textsIssues,
  vaultIssues,
} from '../archive-options.ts';
import { type FolderVault, folderVault } from '../folder-vault.ts';
import { type SigningKey, signerOf, type TimestampFunction } from '../seal.ts';
import type { Vault } from '../vault.ts';

/** What an intake's ledger has of a lead; a `LedgerEntry` is one. */
export interface DossierLead {
  /** The caller's own identifier. */
  readonly leadId: string;
  /** Where the lead stands. */
  readonly state: string;
  /** Its record. */
  readonly cdrId: string | null;
  /** Unix milliseconds: when it was first taken. */
  readonly heldSince: number;
  /** Unix milliseconds: when it was decided. */
  readonly decidedAt: number | null;
  /** The service's identifiers of the answers. */
  readonly requestIds: readonly string[];
}

/** What is used of an intake's ledger. */
export interface DossierLedger {
  /** The lead's entry, as it stands. */
  get(leadId: string): Promise<DossierLead | undefined>;
  /** Which of these records, at most 100, an accepted lead has. */
  acceptedRecords(cdrIds: readonly string[]): Promise<string[]>;
}

/** How far a dossier is. */
export interface DossierProgress {
  /** What is being done. */
  readonly step: 'search' | 'records' | 'page';
  /** Candidates found so far. */
  readonly found: number;
  /** Records in the dossier so far. */
  readonly records: number;
}

/** How {@link writeDossier} works. */
export interface WriteDossierOptions {
  /** The number that is asked about: ten digits with an optional leading 1, in any usual spelling. */
  readonly phone: string;
  /** The folder to write: a new one, or that of a run about the same number that did not end. */
  readonly folder: string;
  /** Your own keys of `customMetadata` that hold a phone number, at most 20; default: none. */
  readonly keys?: readonly string[] | undefined;
  /** The domains to search; default: all that are held. */
  readonly domains?: readonly string[] | undefined;
  /** What it is for, as a docket number. It stands on the cover. At most 500 characters. */
  readonly note?: string | undefined;
  /** An archive that is searched too: it has what the service deleted since. */
  readonly archive?: Vault | undefined;
  /** A lead intake's ledger: says which records an accepted lead has, and more of `leadIds`. */
  readonly ledger?: DossierLedger | undefined;
  /** Leads that are known to be about the number, at most 1,000; their records are taken in. */
  readonly leadIds?: readonly string[] | undefined;
  /** The most records; default: 200. At most 1,000. More are a problem in the report. */
  readonly limit?: number | undefined;
  /** Signs the dossier's manifest. */
  readonly sign?: SigningKey | undefined;
  /** Has the dossier's manifest stamped. */
  readonly timestamp?: TimestampFunction | undefined;
  /** Told how far it is. */
  readonly onProgress?: ((progress: DossierProgress) => void) | undefined;
  /** Ends it; the same call goes on with it later. */
  readonly signal?: WebAbortSignal | undefined;
  /** Default: real time. */
  readonly clock?: Clock | undefined;
}

/** The options with nothing left out. */
export interface DossierSettings {
  readonly client: ArchiveClient;
  readonly vault: FolderVault;
  /** The ten digits. */
  readonly digits: string;
  /** As it was asked for. */
  readonly asked: string;
  readonly keys: readonly string[];
  readonly domains: readonly string[] | undefined;
  readonly note: string | undefined;
  readonly archive: Vault | undefined;
  readonly ledger: DossierLedger | undefined;
  readonly leadIds: readonly string[];
  readonly limit: number;
  readonly sign: { readonly keyId: string; readonly of: (head: string) => Uint8Array } | undefined;
  readonly timestamp: TimestampFunction | undefined;
  readonly onProgress: (progress: DossierProgress) => void;
  readonly signal: WebAbortSignal | undefined;
  readonly clock: Clock;
}

const NAMES: readonly (keyof WriteDossierOptions)[] = [
  ...(['phone', 'folder', 'keys', 'domains', 'note', 'archive', 'ledger', 'leadIds'] as const),
  ...(['limit', 'sign', 'timestamp', 'onProgress', 'signal', 'clock'] as const),
];

const LIMIT = 200;
const LIMIT_MAX = 1000;
const KEYS_MAX = 20;
const NOTE_MAX_CHARS = 500;

/** The ten digits; the lenient reading also drops an extension. */
export const tenDigitsOf = (phone: unknown): string | undefined =>
  typeof phone === 'string'
    ? (normalizePhone(phone, 'strict') ?? normalizePhone(phone, 'lenient'))
    : undefined;

function issuesOf(client: unknown, options: WriteDossierOptions): Issue[] {
  const { phone, note, archive, ledger, leadIds, sign } = options as unknown as Record<
    string,
    unknown
  >;
  const isNote = typeof note === 'string' && note.length <= NOTE_MAX_CHARS;
  const checks: [string, boolean, string][] = [
    ['phone', tenDigitsOf(phone) !== undefined, 'a North American number of ten digits'],
    ['note', note === undefined || isNote, `at most ${NOTE_MAX_CHARS} characters`],
    ['ledger', ledger === undefined || hasMethods(ledger, ['get', 'acceptedRecords']), 'a ledger'],
    ['leadIds', leadIds === undefined || ledger !== undefined, 'a ledger beside it'],
    ['sign', sign === undefined || typeof sign === 'object', '{ privateKey, keyId }'],
  ];
  return [
    ...unknownOptions(options, NAMES),
    ...clientIssues(client),
    ...checks.flatMap(([path, ok, what]) => (ok ? [] : [{ path, message: `expected ${what}` }])),
    ...(archive === undefined ? [] : vaultIssues(archive, 'archive')),
    ...textsIssues('keys', options.keys, KEYS_MAX),
    ...textsIssues('domains', options.domains, 100_000),
    ...textsIssues('leadIds', options.leadIds, 1000),
    ...countIssues('limit', options.limit, 1, LIMIT_MAX),
    ...functionIssues('timestamp', options.timestamp),
    ...functionIssues('onProgress', options.onProgress),
  ];
}

/** The options, checked. @throws `InvalidInputError` naming each that cannot be. */
export function dossierSettings(
  client: ArchiveClient,
  options: WriteDossierOptions,
): DossierSettings {
  const given = (typeof options === 'object' && options) || ({} as WriteDossierOptions);
  const issues = issuesOf(client, given);
  if (issues.length > 0) throw new InvalidInputError(issues);
  const { phone, sign, onProgress } = given;
  return {
    client,
    vault: folderVault(given.folder),
    digits: tenDigitsOf(phone) ?? '',
    asked: phone,
    keys: [...new Set(given.keys)],
    domains: given.domains,
    note: given.note,
    archive: given.archive,
    ledger: given.ledger,
    leadIds: [...new Set(given.leadIds)],
    limit: given.limit ?? LIMIT,
    sign: sign && { keyId: sign.keyId, of: signerOf(sign) },
    timestamp: given.timestamp,
    onProgress: (progress) => onProgress && ignoringErrors(() => onProgress(progress)),
    signal: given.signal,
    clock: given.clock ?? systemClock,
  };
}

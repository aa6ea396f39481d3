import { normalizePhone } from '../../acceptance/normalize-phone.ts';
import { checkedOptions } from '../../errors/checked-options.ts';
import type { Issue } from '../../options/issue.ts';
import {
  type Kind,
  kindOf,
  listOf,
  nonEmptyText,
  objectWith,
  required,
  text,
  told,
  wholeNumber,
} from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';
import type { Clock } from '../../platform/clock.ts';
import { ignoringErrors } from '../../platform/ignoring-errors.ts';
import type { WebAbortSignal } from '../../platform/platform.ts';
import type { ArchiveClient } from '../archive-client.ts';
import { type FolderVault, folderVault } from '../folder-vault.ts';
import {
  COMMON_OPTIONS,
  type CommonSettings,
  clientIssues,
  commonSettings,
  phoneKind,
  vaultKind,
} from '../option-kinds.ts';
import type { SigningKey, TimestampFunction } from '../seal.ts';
import type { Vault } from '../vault.ts';
import { payloadVault } from './bag.ts';

/** A lead in the ledger of an intake. A `LedgerEntry` fits. */
export interface DossierLead extends DossierLeadName {
  /** The state of the lead. */
  readonly state: string;
  /** Its record. */
  readonly cdrId: string | null;
  /** Unix milliseconds: when it was first taken. */
  readonly heldSince: number;
  /** Unix milliseconds: when it was decided. */
  readonly decidedAt: number | null;
  /** The service's request ids. */
  readonly requestIds: readonly string[];
}

/** The name of a lead: its source, and its identifier within that. */
export interface DossierLeadName {
  /** `''` for a lead that was taken without a source. */
  readonly source: string;
  /** The lead's identifier within its source. */
  readonly leadId: string;
}

/** Writes the name of a lead as people read it. */
export const leadWords = ({ source, leadId }: DossierLeadName): string =>
  source === '' ? leadId : `${leadId} of ${source}`;

/** The part of an intake's ledger that is used. */
export interface DossierLedger {
  /** The current entry of a lead. */
  get(lead: DossierLeadName): Promise<DossierLead | undefined>;
  /** Which of these records, at most 100, belong to an accepted lead. */
  acceptedRecords(cdrIds: readonly string[]): Promise<string[]>;
}

/** The progress of a dossier. */
export interface DossierProgress {
  /** The current step. */
  readonly step: 'search' | 'records' | 'page';
  /** Candidates found so far. */
  readonly found: number;
  /** Records in the dossier so far. */
  readonly records: number;
  /**
   * How many requests the step sends: told when it begins, and each time after that. `search`: at least; each
   * page after the first of a domain is one more. `records`: at most; a record without an image takes one.
   */
  readonly requests: number;
}

/** Options of {@link writeDossier}. */
export interface WriteDossierOptions {
  /** The phone number: ten digits with an optional leading 1, as `normalizePhone` takes it. */
  readonly phone: string;
  /** The folder to write: a new one, or that of an unfinished run for the same number. */
  readonly folder: string;
  /** Your own keys of `customMetadata` that hold a phone number, at most 20. Default: none. */
  readonly keys?: readonly string[] | undefined;
  /** The domains that the service searches. Default: all domains of the account. */
  readonly domains?: readonly string[] | undefined;
  /** What the dossier is for, such as a docket number. Printed at the top. At most 500 characters. */
  readonly note?: string | undefined;
  /** An archive of the account, to search as well. It may have records that the service has deleted. */
  readonly archive?: Vault | undefined;
  /** The file of the archive's index; see {@link ArchiveEvidenceOptions.index}. Needs `archive`. */
  readonly index?: string | undefined;
  /** The ledger of a lead intake: the records of accepted leads, and details of `leads`. */
  readonly ledger?: DossierLedger | undefined;
  /**
   * Leads known to be about the number, at most 1,000: `{ source, leadId }`, or the `leadId` alone
   * where the source is `''`. Needs `ledger`. Their records are included.
   */
  readonly leads?: readonly (string | DossierLeadName)[] | undefined;
  /** The most records. Default: 200. Maximum: 1,000. If there are more, the report has a problem. */
  readonly limit?: number | undefined;
  /** Signs the dossier's manifest. */
  readonly sign?: SigningKey | undefined;
  /** Gets a time stamp for the dossier's manifest. */
  readonly timestamp?: TimestampFunction | undefined;
  /** Called with the progress. */
  readonly onProgress?: ((progress: DossierProgress) => void) | undefined;
  /** Ends the run. The same call continues it later. */
  readonly signal?: WebAbortSignal | undefined;
  /** Default: real time. */
  readonly clock?: Clock | undefined;
}

/** The options with their defaults filled in. */
export interface DossierSettings extends CommonSettings {
  /** `null`: the archive alone is searched. */
  readonly client: ArchiveClient | null;
  /** The whole folder. */
  readonly folder: FolderVault;
  /** Its evidence: the records, the images, the page and their manifest. */
  readonly vault: FolderVault;
  /** The ten digits. */
  readonly digits: string;
  /** The number as the caller wrote it. */
  readonly asked: string;
  readonly keys: readonly string[];
  readonly note: string | undefined;
  readonly archive: Vault | undefined;
  readonly index: string | undefined;
  readonly ledger: DossierLedger | undefined;
  readonly leads: readonly DossierLeadName[];
  readonly limit: number;
  readonly onProgress: (progress: DossierProgress) => void;
}

const LIMIT = 200;
const LIMIT_MAX = 1000;
const KEYS_MAX = 20;
const LEADS_MAX = 1000;
const NOTE_MAX_CHARS = 500;

const leadKind: Kind = kindOf('{ source, leadId }, or a leadId', (value) => {
  if (typeof value === 'string') return value !== '';
  const { source, leadId } = (value ?? {}) as { source?: unknown; leadId?: unknown };
  return typeof source === 'string' && typeof leadId === 'string' && leadId !== '';
});

/** Each lead once. */
function leadNames(given: readonly (string | DossierLeadName)[]): DossierLeadName[] {
  const names = given.map((each) =>
    typeof each === 'string' ? { source: '', leadId: each } : each,
  );
  return [
    ...new Map(names.map((each) => [JSON.stringify([each.source, each.leadId]), each])).values(),
  ];
}

const OPTIONS = (): OptionTable<WriteDossierOptions> => ({
  phone: required(phoneKind()),
  folder: required(nonEmptyText),
  keys: listOf(nonEmptyText, KEYS_MAX),
  note: text(0, NOTE_MAX_CHARS),
  archive: vaultKind(),
  index: nonEmptyText,
  ledger: objectWith('a ledger', 'get', 'acceptedRecords'),
  leads: listOf(leadKind, LEADS_MAX),
  limit: wholeNumber(1, LIMIT_MAX),
  onProgress: told,
  ...COMMON_OPTIONS(),
});

function issuesBetween(client: unknown, given: WriteDossierOptions): Issue[] {
  const { archive, index, ledger, leads, domains } = given;
  return [
    ...(index === undefined || archive !== undefined
      ? []
      : [{ path: 'index', message: 'expected the option archive as well' }]),
    ...(client === null && archive !== undefined ? [] : clientIssues(client)),
    ...(leads === undefined || ledger !== undefined
      ? []
      : [{ path: 'leads', message: 'expected the option ledger as well' }]),
    ...(domains === undefined || client !== null
      ? []
      : [{ path: 'domains', message: 'expected a client as well' }]),
  ];
}

/** Checks and completes the options. @throws `InvalidInputError` naming each invalid one. */
export function dossierSettings(
  client: ArchiveClient | null,
  options: WriteDossierOptions,
): DossierSettings {
  const also = (read: WriteDossierOptions) => issuesBetween(client, read);
  const given = checkedOptions(OPTIONS, options, { also });
  const { phone, onProgress } = given;
  const folder = folderVault(given.folder);
  return {
    ...commonSettings(given),
    client,
    folder,
    vault: payloadVault(folder),
    digits: normalizePhone(phone) ?? '',
    asked: phone,
    keys: [...new Set(given.keys)],
    note: given.note,
    archive: given.archive,
    index: given.index,
    ledger: given.ledger,
    leads: leadNames(given.leads ?? []),
    limit: given.limit ?? LIMIT,
    onProgress: (progress) => void ignoringErrors(() => onProgress?.(progress)),
  };
}

import type { Cdr } from '../contract/cdr.ts';
import type { Clock } from '../platform/clock.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import type { Slots } from '../platform/slots.ts';
import { withRequestId } from '../resources/with-request-id.ts';
import { exactJsonText } from '../texts/json-text.ts';
import type { Account } from './account.ts';
import type { ArchiveClient } from './archive-client.ts';
import { recordPaths } from './file-names.ts';
import type { ArchivedFile, NewLine } from './manifest-line.ts';
import { type StoredFile, storeFile } from './store-file.ts';
import type { Vault } from './vault.ts';

/** The tools to take records with. */
export interface TakeTools {
  readonly client: ArchiveClient;
  readonly vault: Vault;
  readonly account: Account;
  /** Makes the vault this account's, before anything is stored; a dossier has no such file. */
  readonly claim?: (organizationName: unknown) => Promise<ArchivedFile>;
  readonly clock: Clock;
  /** Slots for requests. Writing takes none, so it can run alongside the next requests. */
  readonly requests: Slots;
  readonly signal: WebAbortSignal | undefined;
}

/** A record that is completely in the vault, and its lines for the manifest. */
export interface TakenRecord {
  readonly lines: readonly NewLine[];
  readonly cdr: Cdr;
  /** The paths of the files that were not there before. */
  readonly made: readonly string[];
  /** The length of the record and its image together. */
  readonly bytes: number;
}

interface Fetched {
  readonly cdr: Cdr;
  readonly requestId: string | undefined;
  readonly image: Uint8Array | undefined;
  readonly fetchedAt: number;
}

/**
 * The record as it is stored: without the URL of its image, which expires in 300 seconds. Not indented:
 * data nested 5,000 deep, which are 10 KB, would become 50 MB.
 */
function recordBytes({ downloadUrl: _, ...record }: Cdr): Uint8Array {
  return new TextEncoder().encode(`${exactJsonText(record)}\n`);
}

/** What a line of the manifest needs of a record. Without it, the line could not be read again. */
const NEEDS = { cdrId: 'string', domainId: 'string', createdAt: 'number' } as const;

/** Longer texts could make a line that is too long to be read again. */
const TEXT_MAX_CHARS = 10_000;

/** A reply about another record, as from a cache that mixes up its answers, is about another person. */
function checkRecord(cdr: Cdr, cdrId: string): void {
  for (const [name, type] of Object.entries(NEEDS)) {
    const value = cdr[name as keyof typeof NEEDS];
    if (typeof value !== type || value === '') {
      throw new Error(`the record has no usable ${name}, so it cannot be archived`);
    }
  }
  for (const name of ['domainId', 'contentType', 'organizationName'] as const) {
    if (String(cdr[name]).length > TEXT_MAX_CHARS) {
      throw new Error(`the record's ${name} is too long, so it cannot be archived`);
    }
  }
  if (cdr.cdrId !== cdrId) throw new Error('the reply is about another record');
}

/**
 * Looks whose records the key reads, by a record that the vault has: another organization may hold the
 * same records, and must not be told that all is archived.
 *
 * @throws the error of the service; `OtherAccount`.
 */
export async function checkAccount(
  { client, account, requests, signal }: TakeTools,
  cdrId: string,
): Promise<void> {
  const free = await requests.take();
  try {
    account.check((await client.cdrs.get(cdrId, { signal })).organizationName);
  } finally {
    free();
  }
}

/** Reads a record and fetches its image. @throws the error of the service; `OtherAccount`. */
export async function fetchRecord(
  { client, account, clock, requests, signal }: TakeTools,
  cdrId: string,
  without: 'never' | 'not_collected',
): Promise<Fetched> {
  const free = await requests.take();
  try {
    const { data: cdr, requestId } = await withRequestId(client.cdrs.get(cdrId, { signal }));
    checkRecord(cdr, cdrId);
    account.check(cdr.organizationName);
    if (without === 'not_collected' && !cdr.collected) {
      return { cdr, requestId, image: undefined, fetchedAt: clock.now() };
    }
    const { bytes, fetchedAt } = await client.cdrs.download(cdr, { signal });
    return { cdr, requestId, image: bytes, fetchedAt };
  } finally {
    free();
  }
}

function linesOf(
  { account, clock }: TakeTools,
  { cdr, requestId, fetchedAt }: Fetched,
  vaultFile: ArchivedFile | undefined,
  record: StoredFile,
  image: StoredFile | undefined,
): NewLine[] {
  const { cdrId, domainId, createdAt } = cdr;
  const aside = [...record.aside, ...(image?.aside ?? [])];
  const line: NewLine = {
    cdrId,
    domainId,
    createdAt,
    record: record.file,
    image: image?.file ?? null,
    fetchedAt,
    ...(requestId !== undefined && { requestId }),
    ...(aside.length > 0 && { aside }),
  };
  const organizationName = account.unsaid();
  if (organizationName === undefined) return [line];
  const whose = { kind: 'account', organizationName, at: clock.now() } as const;
  return [{ ...whose, ...(vaultFile && { vault: vaultFile }) }, line];
}

/**
 * Reads a record, fetches its image, and stores both. They are archived once the caller has added the
 * lines to the manifest.
 *
 * @param without whether a record that is not collected is stored without its image, or refused.
 * @throws the error of the service or the vault; `OtherAccount`.
 */
export async function takeRecord(
  tools: TakeTools,
  cdrId: string,
  without: 'never' | 'not_collected' = 'never',
): Promise<TakenRecord> {
  const fetched = await fetchRecord(tools, cdrId, without);
  const { cdr, image: bytes } = fetched;
  const { contentType } = cdr;
  const vaultFile = await tools.claim?.(cdr.organizationName);
  const paths = recordPaths(cdr);
  const record = await storeFile(tools.vault, {
    path: paths.record,
    bytes: recordBytes(cdr),
    contentType: 'application/json',
  });
  const image = bytes && (await storeFile(tools.vault, { path: paths.image, bytes, contentType }));
  const lines = linesOf(tools, fetched, vaultFile, record, image);
  const stored = image === undefined ? [record] : [record, image];
  const made = stored.filter(({ isNew }) => isNew).map(({ file }) => file.path);
  return { lines, cdr, made, bytes: record.file.bytes + (image?.file.bytes ?? 0) };
}

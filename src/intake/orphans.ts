import type { CdrListEntry } from '../contract/cdr.ts';
import { listedNames, oddName } from '../contract/listed-names.ts';
import { isApiError } from '../errors/api-error.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { refuseOddDomains } from '../errors/odd-domains.ts';
import { instant, listOf, nonEmptyText, signalKind } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import type { IntakeSettings } from './intake-options.ts';

/** Options of `orphans`. */
export interface OrphansOptions {
  /**
   * Unix milliseconds or a `Date`, compared with the record's `createdAt`. Receiving a record does not change
   * its `createdAt`, so start earlier by the greatest age that records have when you receive them.
   * Default: all records.
   */
  readonly since?: number | Date | undefined;
  /** The domains to search. Default: all domains of the account. */
  readonly domains?: readonly string[] | undefined;
  /** Ends the search. */
  readonly signal?: WebAbortSignal | undefined;
}

const DOMAINS_MAX = 100_000;

const OPTIONS = (): OptionTable<OrphansOptions> => ({
  since: instant,
  domains: listOf(nonEmptyText, DOMAINS_MAX),
  signal: signalKind,
});

const PAGE_SIZE = 100;
/** How many records are read at the same time. */
const READS_AT_ONCE = 8;

/** Tells whether the record was shared into the account; `true` if it cannot be read (any more). */
async function wasShared<Tx>(
  { client }: IntakeSettings<Tx>,
  { cdrId }: CdrListEntry,
  signal: WebAbortSignal | undefined,
): Promise<boolean> {
  try {
    if (oddName(cdrId) !== undefined) return true;
    return (await client.cdrs.get(cdrId, { signal })).guest === true;
  } catch (error) {
    if (isApiError(error, 'NOT_FOUND') || isApiError(error, 'CDR_INVALID')) return true;
    throw error;
  }
}

async function* sharedAmong<Tx>(
  settings: IntakeSettings<Tx>,
  entries: readonly CdrListEntry[],
  signal: WebAbortSignal | undefined,
): AsyncGenerator<CdrListEntry> {
  for (let begin = 0; begin < entries.length; begin += READS_AT_ONCE) {
    const some = entries.slice(begin, begin + READS_AT_ONCE);
    const shared = await Promise.all(some.map((entry) => wasShared(settings, entry, signal)));
    yield* some.filter((_, index) => shared[index]);
  }
}

async function* orphansOn<Tx>(
  settings: IntakeSettings<Tx>,
  domainId: string,
  { since = 0, signal }: OrphansOptions,
): AsyncGenerator<CdrListEntry> {
  const { cdrs } = settings.client;
  // A wrapper may have made it a promise.
  const list = await Promise.resolve(cdrs.list(domainId, { pageSize: PAGE_SIZE, signal }));
  for await (const { cdrs } of list.pages()) {
    const inTime = cdrs.filter(({ createdAt }) => createdAt >= Number(since));
    const ids = inTime.map(({ cdrId }) => cdrId);
    const accepted = new Set(ids.length === 0 ? [] : await settings.ledger.acceptedRecords(ids));
    const nobodys = inTime.filter(({ cdrId }) => !accepted.has(cdrId));
    yield* sharedAmong(settings, nobodys, signal);
    // Newest first: the rest is older still.
    if (inTime.length < cdrs.length) return;
  }
}

/** Yields the records shared into the account that no accepted lead has. */
export async function* orphansOf<Tx>(
  settings: IntakeSettings<Tx>,
  given: OrphansOptions,
): AsyncGenerator<CdrListEntry> {
  const options = checkedOptions(OPTIONS, given);
  const { domains, signal } = options;
  await settings.opened();
  if (domains !== undefined) {
    for (const domainId of domains) yield* orphansOn(settings, domainId, options);
    return;
  }
  const { names, odd } = listedNames(await settings.client.domains.list({ signal }));
  for (const domainId of names) yield* orphansOn(settings, domainId, options);
  refuseOddDomains(odd);
}

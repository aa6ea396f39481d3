import { type Answer, listOf, membersOf } from './answer.ts';
import type { Ask } from './ask.ts';
import { notMeasured } from './not-measured.ts';

/** Sends one request past the guard. */
export type AskService = (ask: Ask) => Promise<Answer>;

/** The members of a list entry that a calibration reads; `members` is the entry as received. */
export interface Entry {
  readonly cdrId: string;
  readonly domainId: string;
  readonly createdAt: number;
  readonly collected: boolean;
  readonly members: Readonly<Record<string, unknown>>;
}

/** What an organization holds. */
export interface Account {
  readonly domains: readonly string[];
  /** Grouped by domain, in list order. */
  readonly entries: readonly Entry[];
  /** Whether every list was walked to its end. */
  readonly complete: boolean;
}

/** How much an organization holds. A run must leave these counts unchanged. */
export interface Inventory {
  /** How many domains are listed. */
  domains: number;
  /** How many of the records that existed when the run started are listed. */
  records: number;
  /** How many of those records can be downloaded. */
  collected: number;
}

const PAGE_SIZE = 100;

/** The page limit of a walk. It allows for short pages; a walk that reaches it counts as incomplete. */
const pagesFor = (records: number): number => 20 + Math.ceil(records / 2);

function entryOf(value: unknown): Entry | undefined {
  const members = membersOf(value);
  const { cdrId, domainId, createdAt, collected } = members ?? {};
  const isEntry =
    typeof cdrId === 'string' && typeof domainId === 'string' && typeof createdAt === 'number';
  if (members === undefined || !isEntry) return undefined;
  return { cdrId, domainId, createdAt, collected: collected === true, members };
}

/** Returns the entries of a page, in order. */
export function entriesIn({ data }: Answer): Entry[] {
  return listOf(data?.['cdrs']).flatMap((each) => entryOf(each) ?? []);
}

/** Returns the path of a domain's list. */
export const listPath = (domainId: string): string =>
  `/v1/domains/${encodeURIComponent(domainId)}/cdrs`;

type Walk = Omit<Account, 'domains'>;

async function walkDomain(
  ask: AskService,
  as: 'sender' | 'receiver',
  domainId: string,
  maxRecords: number,
): Promise<Walk> {
  const entries: Entry[] = [];
  const seen = new Set<string>();
  let pageToken: string | undefined;
  for (let page = 0; page < pagesFor(maxRecords); page += 1) {
    const query = { pageSize: String(PAGE_SIZE), ...(pageToken !== undefined && { pageToken }) };
    const answer = await ask({ as, method: 'GET', path: listPath(domainId), query });
    if (answer.data === undefined) notMeasured(`a list of the ${as} could not be read`);
    entries.push(...entriesIn(answer));
    const next = answer.data['nextPageToken'];
    if (typeof next !== 'string') return { entries, complete: true };
    if (seen.has(next)) notMeasured(`a list of the ${as} repeats a page`);
    seen.add(next);
    pageToken = next;
    if (entries.length >= maxRecords) break;
  }
  return { entries, complete: false };
}

/**
 * Walks all lists of an organization. Stops after the page that reaches `maxRecords` records.
 *
 * @throws NotMeasured if the lists cannot be read.
 */
export async function readAccount(
  ask: AskService,
  as: 'sender' | 'receiver',
  maxRecords: number,
): Promise<Account> {
  const { data } = await ask({ as, method: 'GET', path: '/v1/domains' });
  if (data === undefined) notMeasured(`the domains of the ${as} could not be read`);
  const domains = listOf(data['domains']).filter((each) => typeof each === 'string');
  const entries: Entry[] = [];
  let complete = true;
  for (const domainId of domains) {
    const left = maxRecords - entries.length;
    if (left <= 0) return { domains, entries, complete: false };
    const walk = await walkDomain(ask, as, domainId, left);
    entries.push(...walk.entries);
    complete &&= walk.complete;
  }
  return { domains, entries, complete };
}

/** Returns the `createdAt` of the newest record. Later records were not created by the run. */
export function newestIn({ entries }: Pick<Account, 'entries'>): number {
  return entries.reduce((newest, { createdAt }) => Math.max(newest, createdAt), 0);
}

/** Counts the records that were created no later than `newest`, and all domains. */
export function inventoryOf({ domains, entries }: Account, newest: number): Inventory {
  const counted = entries.filter(({ createdAt }) => createdAt <= newest);
  const collected = counted.filter((each) => each.collected).length;
  return { domains: domains.length, records: counted.length, collected };
}

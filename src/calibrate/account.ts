import { type Answer, listOf, membersOf } from './answer.ts';
import type { Ask } from './ask.ts';
import { notMeasured } from './not-measured.ts';

/** Sends one request past the guard. */
export type AskService = (ask: Ask) => Promise<Answer>;

/** What is read of a list entry; the entry itself is as it came. */
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
  /** By domain, in the order of the list. */
  readonly entries: readonly Entry[];
  /** The walk reached its end. */
  readonly complete: boolean;
}

/** How much an organization holds: what a run must leave as it is. */
export interface Inventory {
  /** How many domains are listed. */
  domains: number;
  /** How many records are listed, of those that were there when the run began. */
  records: number;
  /** How many of these can be downloaded. */
  collected: number;
}

const PAGE_SIZE = 100;

/** Where pages are short, a walk takes more of them; past this it is taken as cut off. */
const pagesFor = (records: number): number => 20 + Math.ceil(records / 2);

function entryOf(value: unknown): Entry | undefined {
  const members = membersOf(value);
  const { cdrId, domainId, createdAt, collected } = members ?? {};
  const isEntry =
    typeof cdrId === 'string' && typeof domainId === 'string' && typeof createdAt === 'number';
  if (members === undefined || !isEntry) return undefined;
  return { cdrId, domainId, createdAt, collected: collected === true, members };
}

/** The entries of a page, in their order. */
export function entriesIn({ data }: Answer): Entry[] {
  return listOf(data?.['cdrs']).flatMap((each) => entryOf(each) ?? []);
}

/** The path of a domain's list. */
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
 * Walks all lists of an organization, to `maxRecords` records at most.
 *
 * @throws NotMeasured where they cannot be read.
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

/** The newest record there is; what comes after it is no doing of the run. */
export function newestIn({ entries }: Account): number {
  return entries.reduce((newest, { createdAt }) => Math.max(newest, createdAt), 0);
}

/** Counts what was there when the newest record was `newest`. */
export function inventoryOf({ domains, entries }: Account, newest: number): Inventory {
  const counted = entries.filter(({ createdAt }) => createdAt <= newest);
  const collected = counted.filter((each) => each.collected).length;
  return { domains: domains.length, records: counted.length, collected };
}

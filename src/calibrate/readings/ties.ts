import { type Entry, entriesIn } from '../account.ts';
import { differs, type Finding, told } from '../finding.ts';
import { notMeasured } from '../not-measured.ts';
import type { Run } from '../run.ts';

/** The odds at which an order by `cdrId` in all groups does not count as coincidence. */
const SURE = 20;
const GROUPS_MAX = 3;
const PAGES_MAX = 4;

interface Group {
  readonly domainId: string;
  readonly ids: readonly string[];
  /** The next older record. In a list that is oldest first, the group follows it. */
  readonly before: string | undefined;
}

const isTie = (a: Entry | undefined, b: Entry): boolean =>
  a?.createdAt === b.createdAt && a.domainId === b.domainId;

/** Returns the largest groups of entries with the same `createdAt` in lists that are newest first. */
function groupsOf(entries: readonly Entry[]): Group[] {
  const groups: Group[] = [];
  let begin = 0;
  for (const [end, entry] of [...entries, undefined].entries()) {
    const first = entries[begin];
    if (first === undefined || (entry !== undefined && isTie(first, entry))) continue;
    const { domainId } = first;
    const ids = entries.slice(begin, end).map(({ cdrId }) => cdrId);
    const before = entry?.domainId === domainId ? entry.cdrId : undefined;
    if (ids.length > 1) groups.push({ domainId, ids, before });
    begin = end;
  }
  return groups.sort((a, b) => b.ids.length - a.ids.length).slice(0, GROUPS_MAX);
}

/** Reads the group in the order of a list that is oldest first. */
async function ascending(run: Run, { domainId, ids, before }: Group): Promise<string[]> {
  const found: string[] = [];
  let pageToken = before;
  for (let page = 0; page < PAGES_MAX && found.length < ids.length; page += 1) {
    const query = { order: 'asc', pageSize: '100', ...(pageToken !== undefined && { pageToken }) };
    const answer = await run.list(domainId, query);
    const next = answer.data?.['nextPageToken'];
    found.push(...entriesIn(answer).flatMap(({ cdrId }) => (ids.includes(cdrId) ? [cdrId] : [])));
    if (typeof next !== 'string') break;
    pageToken = next;
  }
  if (found.length !== ids.length)
    notMeasured('not all records with the same createdAt are in the list');
  return found;
}

const factorial = (count: number): number => (count < 2 ? 1 : count * factorial(count - 1));
const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join();

/** Measures how records with the same `createdAt` are ordered (spec §4.2). */
export async function tiesOf(run: Run): Promise<Finding<'cdrId' | 'shuffled'>> {
  const groups = groupsOf(run.account.entries);
  const odds = groups.reduce((product, { ids }) => product * factorial(ids.length), 1);
  if (odds < SURE) notMeasured('too few records have the same createdAt');
  let byId = 0;
  for (const group of groups) {
    const up = await ascending(run, group);
    const isById = isSame(up, up.toSorted()) && isSame(group.ids, up.toReversed());
    if (isById) byId += 1;
    else if (isSame(group.ids, up.toReversed()) && group.ids.length > 3) {
      return differs('another consistent order, and its reverse');
    }
  }
  if (byId === groups.length) return told('cdrId');
  return byId === 0 || odds > SURE
    ? told('shuffled')
    : notMeasured('some are sorted by cdrId, some are not');
}

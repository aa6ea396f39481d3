import { type Entry, entriesIn } from '../account.ts';
import { MADE_UP } from '../ask.ts';
import { differs, type Finding, holds, isAnswer, told } from '../finding.ts';
import { beginAlike, descends, withoutNew } from '../known-entries.ts';
import { notMeasured } from '../not-measured.ts';
import type { Run } from '../run.ts';
import { rowsOf } from '../statement-row.ts';

const stated = rowsOf(1);
const chosen = rowsOf(1, 'chosen');

type Query = Readonly<Record<string, string>>;

/** Reads a page of the sender's largest domain. */
async function page(run: Run, atLeast: number, query: Query) {
  const answer = await run.list(run.domain(atLeast), query);
  const entries = entriesIn(answer);
  return {
    answer,
    entries,
    ids: entries.map(({ cdrId }) => cdrId),
    instants: entries.map(({ createdAt }) => createdAt),
    isMore: typeof answer.data?.['nextPageToken'] === 'string',
  };
}

/** Checks that two queries return the same page. A short page proves nothing. */
async function same(run: Run, size: number, query: Query, plain: Query): Promise<Finding> {
  const [odd, even] = [await page(run, size + 1, query), await page(run, size + 1, plain)];
  if (odd.answer.data === undefined) return differs(odd.answer);
  const isAlike = beginAlike(run.account, odd.entries, even.entries);
  if (isAlike === undefined) notMeasured('all records of a page are new');
  if (isAlike && odd.ids.length === even.ids.length) return told(undefined);
  const isShort = even.isMore && even.ids.length < size && odd.ids.length <= size;
  if (isShort) notMeasured('pages are short here, so their length proves nothing');
  const saw = odd.ids.length === even.ids.length ? 'other records' : `${odd.ids.length} records`;
  return differs(`${saw} where the same were expected`);
}

const TWENTY = { pageSize: '20' };
const TEN = { pageSize: '10' };

async function upperBound(run: Run): Promise<Finding> {
  const { answer, entries, ids, isMore } = await page(run, 21, { pageSize: '100' });
  if (ids.length > 20) return holds(ids.length <= 100, `${ids.length} records`);
  const count = run.account.entries.filter(({ domainId }) => domainId === run.domain()).length;
  if (isMore && ids.length !== 20) notMeasured('pages are short here');
  return holds(!isMore && withoutNew(run.account, entries).length === count, answer);
}

/** Checks that a page near the end of a list has a `nextPageToken` only if more records follow. */
async function endOfList(run: Run): Promise<Finding> {
  const domainId = run.domain(4);
  if (!run.account.complete) notMeasured('not all records were read');
  const ids = run.account.entries.flatMap((each) =>
    each.domainId === domainId ? [each.cdrId] : [],
  );
  const query = { pageSize: '2', pageToken: ids.at(-3) ?? '' };
  const end = await page(run, 4, query);
  const isWhole = end.ids.includes(ids.at(-1) ?? '');
  if (!isWhole && !end.isMore) return differs('a page without a nextPageToken before the end');
  return holds(!(isWhole && end.isMore), 'a nextPageToken after the last record');
}

/** Walks a list again in pages of 5 and compares it with the first walk. */
async function walkAgain(run: Run): Promise<Finding> {
  const domainId = run.domain(8);
  const ids = run.account.entries.flatMap((each) =>
    each.domainId === domainId ? [each.cdrId] : [],
  );
  const found: Entry[] = [];
  let pageToken: string | undefined;
  for (let step = 0; step < 12; step += 1) {
    const query = { pageSize: '5', ...(pageToken !== undefined && { pageToken }) };
    const answer = await run.list(domainId, query);
    found.push(...entriesIn(answer));
    const next = answer.data?.['nextPageToken'];
    if (typeof next !== 'string') break;
    pageToken = next;
  }
  const isOnce = new Set(found.map(({ cdrId }) => cdrId)).size === found.length;
  const isPrefix = withoutNew(run.account, found).every(({ cdrId }, at) => cdrId === ids[at]);
  if (!isOnce) return differs('a record came twice');
  return holds(
    isPrefix && found.length > 5,
    'small pages return different records from large ones',
  );
}

/** Lists (spec §4.1, §4.2), checked with reads. */
export const listStatements = [
  stated('4.1', 'Domains are sorted.', 'GET /v1/domains.', async (run) => {
    const { domains } = run.account;
    if (domains.length < 2) notMeasured('the sender has fewer than two domains');
    const isByUnits = domains.join() === domains.toSorted().join();
    const collator = new Intl.Collator('en');
    const isByLetters = domains.join() === domains.toSorted(collator.compare).join();
    return holds(isByUnits || isByLetters, 'domains in another order');
  }),
  stated('4.2', 'pageSize is 20 by default.', 'A page with and without pageSize=20.', (run) =>
    same(run, 20, {}, TWENTY),
  ),
  stated('4.2', 'pageSize over 100 means the default, not 100.', 'A page of 101.', (run) =>
    same(run, 20, { pageSize: '101' }, TWENTY),
  ),
  stated('4.2', 'pageSize begins at 1; 0 means the default.', 'A page of 0.', (run) =>
    same(run, 20, { pageSize: '0' }, TWENTY),
  ),
  stated('4.2', 'A pageSize that is no number means the default.', 'A page of abc.', (run) =>
    same(run, 20, { pageSize: 'abc' }, TWENTY),
  ),
  stated('4.2', 'pageSize is truncated toward zero, not rounded.', 'A page of 10.9.', (run) =>
    same(run, 10, { pageSize: '10.9' }, TEN),
  ),
  chosen('4.2', 'pageSize takes every form of a number.', 'A page of 1e1.', (run) =>
    same(run, 10, { pageSize: '1e1' }, TEN),
  ),
  stated('4.2', 'pageSize reaches up to 100.', 'A page of 100.', upperBound),
  stated('4.2', 'Only exactly asc ascends.', 'A page with order=ASC.', (run) =>
    same(run, 20, { order: 'ASC' }, { order: 'desc' }),
  ),
  stated(
    '4.2 rule 1',
    'Newest first, unless order says otherwise.',
    'Pages of both orders.',
    async (run) => {
      const [down, up] = [await page(run, 2, {}), await page(run, 2, { order: 'asc' })];
      if (!descends(down.instants)) return differs('not newest first');
      return holds(descends(up.instants.toReversed()), 'not oldest first with order=asc');
    },
  ),
  stated(
    '4.2',
    'A pageToken that is no record on this domain is 400.',
    'A page with a made-up pageToken.',
    async (run) => {
      const { answer } = await page(run, 1, { pageToken: MADE_UP });
      return holds(isAnswer(answer, 400, 'INVALID_ARGUMENT'), answer);
    },
  ),
  stated(
    '4.2',
    'metadataKey without metadataValue is 400.',
    'A list with metadataKey alone.',
    async (run) => {
      const { answer } = await page(run, 1, { metadataKey: 'k' });
      return holds(isAnswer(answer, 400, 'INVALID_ARGUMENT'), answer);
    },
  ),
  stated(
    '4.2',
    'metadataValue without metadataKey is ignored.',
    'A list with metadataValue alone.',
    (run) => same(run, 20, { metadataValue: MADE_UP }, TWENTY),
  ),
  stated('4.2 rule 4', 'A walk gives every record once.', 'A walk in pages of 5.', walkAgain),
  stated(
    '4.2 rule 4',
    'nextPageToken is there only where more records follow.',
    'The last page of a list.',
    endOfList,
  ),
];

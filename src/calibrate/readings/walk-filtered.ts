import { type Entry, entriesIn } from '../account.ts';
import { withoutNew } from '../known-entries.ts';
import { notMeasured } from '../not-measured.ts';
import type { Run } from '../run.ts';

/** The page limit of a filtered walk, which allows for short pages. */
const PAGES_MAX = 60;

/**
 * Reads all records of a domain with a metadata pair, in list order. Those that arrived during the
 * run are left out: the next walk may find more of them.
 */
export async function walkFiltered(
  run: Run,
  domainId: string,
  metadataKey: string,
  metadataValue: string,
  pageSize = '100',
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const next = pageToken !== undefined && { pageToken };
    const answer = await run.list(domainId, { metadataKey, metadataValue, pageSize, ...next });
    if (answer.data === undefined) notMeasured(`a page returned ${answer.status}`);
    entries.push(...entriesIn(answer));
    const token = answer.data['nextPageToken'];
    if (typeof token !== 'string') return withoutNew(run.account, entries);
    pageToken = token;
  }
  return notMeasured(`more than ${PAGES_MAX} pages have one pair`);
}

import type { ListCdrsData } from '../../../src/contract/endpoints/list-cdrs.ts';
import type { KeyHolder, RequestParts, World } from './world.ts';

/** More pages than any list of the suite has, so that an endless walk fails instead of hanging. */
const PAGES_MAX = 500;

/** Returns every page of a list, following the token until it is absent (spec §4.2 rule 4). */
export async function walkList(
  world: World,
  key: KeyHolder,
  domainId: string,
  query: RequestParts['query'] = {},
): Promise<ListCdrsData[]> {
  const pages: ListCdrsData[] = [];
  let pageToken: string | undefined;
  do {
    const next = pageToken === undefined ? {} : { pageToken };
    const { data } = await world.list(key, domainId, { ...query, ...next });
    pages.push(data);
    pageToken = data.nextPageToken;
  } while (pageToken !== undefined && pages.length < PAGES_MAX);
  if (pageToken !== undefined) throw new Error(`a walk of ${PAGES_MAX} pages did not end`);
  return pages;
}

/** Returns the ids on some pages, in order. */
export function idsOf(...pages: ListCdrsData[]): string[] {
  return pages.flatMap(({ cdrs }) => cdrs.map(({ cdrId }) => cdrId));
}

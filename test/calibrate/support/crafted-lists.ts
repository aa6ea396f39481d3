import type { Entry } from '../../../src/calibrate/account.ts';
import type { Ask } from '../../../src/calibrate/ask.ts';
import { normalValue, pairsOf } from '../../../src/calibrate/readings/common-pair.ts';
import { failure, type Reply, success } from './crafted-run.ts';

export type Query = Readonly<Record<string, string>>;

/** How a crafted service reads a list's query. By default it does so as the specification says. */
export interface ListRules {
  readonly size?: (text: string | undefined) => number;
  readonly isAscending?: (order: string | undefined) => boolean;
  readonly fits?: (entry: Entry, key: string, value: string) => boolean;
  /** Changes the records in list order, before they are paged. */
  readonly arranged?: (entries: readonly Entry[], query: Query) => readonly Entry[];
  readonly nextOf?: (next: string | undefined, query: Query) => unknown;
  /** Returns another answer to some queries. */
  readonly instead?: (query: Query) => Reply | undefined;
}

function sizeOf(text: string | undefined): number {
  const size = Math.trunc(Number(text));
  return size >= 1 && size <= 100 ? size : 20;
}

const hasPair = (entry: Entry, key: string, value: string): boolean =>
  pairsOf(entry).some(([name, text]) => name === key && text === normalValue(value));

function isMalformed({ metadataKey, metadataValue, pageToken }: Query, ids: readonly string[]) {
  const isHalf = metadataKey !== undefined && metadataValue === undefined;
  return isHalf || (pageToken !== undefined && !ids.includes(pageToken));
}

/** Answers lists of these records, which are newest first, and nothing else. */
export function listService(entries: readonly Entry[], rules: ListRules = {}) {
  return ({ path, query = {} }: Ask): Reply => {
    const { size = sizeOf, isAscending = (order) => order === 'asc', fits = hasPair } = rules;
    const { arranged = (all) => all, nextOf = (next) => next } = rules;
    const instead = rules.instead?.(query);
    if (instead !== undefined) return instead;
    const own = entries.filter(({ domainId }) => path === `/v1/domains/${domainId}/cdrs`);
    if (
      isMalformed(
        query,
        own.map(({ cdrId }) => cdrId),
      )
    )
      return failure(400, 'INVALID_ARGUMENT');
    const { metadataKey: key, metadataValue: value, pageToken } = query;
    const isFiltered = key !== undefined && value !== undefined;
    const found = isFiltered ? own.filter((each) => fits(each, key, value)) : own;
    const isUp = !isFiltered && isAscending(query['order']);
    const all = arranged(isUp ? found.toReversed() : found, query);
    const from = all.findIndex(({ cdrId }) => cdrId === pageToken) + 1;
    const end = from + size(query['pageSize']);
    const next = end < all.length ? all[end - 1]?.cdrId : undefined;
    const cdrs = all.slice(from, end).map(({ members }) => members);
    return success({ cdrs, nextPageToken: nextOf(next, query) });
  };
}

/** Sizes of pages as documented, but where `odd` gives one. */
export const size = (odd: (text: string | undefined) => number | undefined): ListRules => ({
  size: (text) =>
    odd(text) ?? (Number(text) >= 1 && Number(text) <= 100 ? Math.trunc(Number(text)) : 20),
});

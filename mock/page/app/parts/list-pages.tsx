import { formatNumber } from '../ground/format.ts';
import { filterAt, place, setFilters } from '../ground/router.ts';
import { Pager } from './pager.tsx';

/** How many entries of a list are shown at once. */
const PAGE = 50;

/** The most that the control API skips. */
const SKIP_MAX = 999_999;

/** Returns how many entries to skip. An invalid number in the address counts as 0. */
const skipAt = (): number =>
  Math.min(SKIP_MAX, Math.max(0, Math.trunc(Number(filterAt('skip'))) || 0));

/**
 * Returns the path of a list of the control API, narrowed by those of its `filters` that the
 * address sets.
 */
export function filteredPath(view: string, filters: readonly string[]): string {
  const given = filters.map((name) => [name, filterAt(name)]).filter(([, value]) => value !== '');
  const query = new URLSearchParams(given).toString();
  return query === '' ? view : `${view}?${query}`;
}

/** Returns the same path for the page that the address names. */
export function pagePath(view: string, filters: readonly string[]): string {
  const path = filteredPath(view, filters);
  return `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}&skip=${skipAt()}`;
}

/** Sets a filter and goes back to the newest entries. */
export const setFilter = (name: string, value: string): void =>
  setFilters({ [name]: value, skip: '' });

/** Returns which entries are shown, of how many. */
export function pageCaption(total: number): string {
  const skip = skipAt();
  const last = Math.min(skip + PAGE, total);
  return `Newest first, ${formatNumber(Math.min(skip + 1, last))} to ${formatNumber(last)} of ${formatNumber(total)}`;
}

/** Returns the text for a page without entries. */
export function emptyPage(what: string, none: string): string {
  if (skipAt() > 0) return `There are no older ${what}.`;
  const isFiltered = [...place.value.query.keys()].some((name) => name !== 'skip');
  return isFiltered ? `No ${what} match.` : none;
}

/** Buttons for newer and older entries. */
export function Pages({ of, total }: { of: string; total: number }) {
  const skip = skipAt();
  if (total <= PAGE && skip === 0) return null;
  const skipTo = (next: number) => () => setFilters({ skip: next > 0 ? String(next) : '' });
  return (
    <Pager
      of={of}
      onNewer={skip > 0 ? skipTo(skip - PAGE) : undefined}
      onOlder={skip + PAGE < total ? skipTo(skip + PAGE) : undefined}
    />
  );
}

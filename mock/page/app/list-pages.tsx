import { formatNumber } from './format.ts';
import { filterAt, place, setFilters } from './router.ts';

/** So many entries of a list are shown at once. */
const PAGE = 50;

/** A number in the address that leads to nothing is as good as none. */
const skipAt = (): number => Math.max(0, Math.trunc(Number(filterAt('skip'))) || 0);

/** The path of a list of the control API, narrowed by those of the address's filters that it knows. */
export function filteredPath(view: string, filters: readonly string[]): string {
  const given = filters.map((name) => [name, filterAt(name)]).filter(([, value]) => value !== '');
  const query = new URLSearchParams(given).toString();
  return query === '' ? view : `${view}?${query}`;
}

/** The same, of the page that the address names. */
export function pagePath(view: string, filters: readonly string[]): string {
  const path = filteredPath(view, filters);
  return `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}&skip=${skipAt()}`;
}

/** Sets a filter; the list begins with its newest entries again. */
export const setFilter = (name: string, value: string): void =>
  setFilters({ [name]: value, skip: '' });

/** Which of how many are shown. */
export function pageCaption(total: number): string {
  const skip = skipAt();
  const last = Math.min(skip + PAGE, total);
  return `Newest first, ${formatNumber(Math.min(skip + 1, last))} to ${formatNumber(last)} of ${formatNumber(total)}`;
}

/** What stands where a page has nothing. */
export function emptyPage(what: string, none: string): string {
  if (skipAt() > 0) return `There are no older ${what}.`;
  const isFiltered = [...place.value.query.keys()].some((name) => name !== 'skip');
  return isFiltered ? `No ${what} match.` : none;
}

/** The ways to the newer entries and to the older ones. */
export function Pages({ of, total }: { of: string; total: number }) {
  const skip = skipAt();
  if (total <= PAGE && skip === 0) return null;
  return (
    <nav class="buttons" aria-label={`Pages of ${of}`}>
      <button
        type="button"
        disabled={skip === 0}
        onClick={() => setFilters({ skip: skip > PAGE ? String(skip - PAGE) : '' })}
      >
        Newer
      </button>
      <button
        type="button"
        disabled={skip + PAGE >= total}
        onClick={() => setFilters({ skip: String(skip + PAGE) })}
      >
        Older
      </button>
    </nav>
  );
}

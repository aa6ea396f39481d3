import { signal } from '@preact/signals';
import { OWN_PATH } from './own-path.ts';
import { keepScroll, scrollToBegin } from './scroll.ts';

/** A place in the inspector, for example `#/records/cdr_1?from=x`. */
export interface Place {
  readonly view: string;
  /** The rest of the path, decoded. */
  readonly id: string;
  readonly query: URLSearchParams;
}

type Query = Readonly<Record<string, string>>;

const PAGE = `${OWN_PATH}/`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function read(): Place {
  const [path = '', ...rest] = location.hash.replace(/^#\/?/, '').split('?');
  const slash = path.indexOf('/');
  const view = slash < 0 ? path : path.slice(0, slash);
  return {
    view: view === '' ? 'organizations' : view,
    id: slash < 0 ? '' : decoded(path.slice(slash + 1)),
    query: new URLSearchParams(rest.join('?')),
  };
}

export const place = signal(read());

/** Follows the address from now on. */
export function followAddress(): void {
  addEventListener('hashchange', () => (place.value = read()));
}

/**
 * Returns an address within the inspector. It includes the path, so it works from the claim page
 * too.
 */
export function linkTo(view: string, id = '', query: Query = {}) {
  const text = new URLSearchParams(query).toString();
  const path = id === '' ? view : `${view}/${encodeURIComponent(id)}`;
  return `${PAGE}#/${path}${text === '' ? '' : `?${text}`}`;
}

/**
 * Goes to an address of `linkTo`. With `replace`, the current address is not kept in the history.
 */
export function goTo(address: string, how: 'push' | 'replace' = 'push'): void {
  if (location.pathname !== PAGE) {
    location.assign(address);
    return;
  }
  const before = place.peek();
  keepScroll();
  if (how === 'push') history.pushState(history.state, '', address);
  else history.replaceState(history.state, '', address);
  place.value = read();
  // Another choice in the same view is looked at from the same place.
  const { view, id } = place.value;
  if (view !== before.view || id !== before.id) scrollToBegin();
}

/** Returns the value of a filter in the address, or `''` if it is not set. */
export function filterAt(name: string): string {
  return place.value.query.get(name) ?? '';
}

/**
 * Sets filters in the address of this view, and removes empty ones. A copied address shows the
 * same, and Back leads through the earlier choices.
 */
export function setFilters(changes: Query): void {
  const { view, id, query } = place.value;
  const all = { ...Object.fromEntries(query), ...changes };
  goTo(linkTo(view, id, Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''))));
}

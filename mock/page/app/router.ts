import { signal } from '@preact/signals';

/** Where in the inspector someone is: `#/records/cdr_1?from=x`. */
export interface Place {
  readonly view: string;
  /** The rest of the path, decoded. */
  readonly id: string;
  readonly query: URLSearchParams;
}

type Query = Readonly<Record<string, string>>;

const PAGE = '/_mock/';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function read(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  const slash = path.indexOf('/');
  const view = slash < 0 ? path : path.slice(0, slash);
  return {
    view: view === '' ? 'organizations' : view,
    id: slash < 0 ? '' : decoded(path.slice(slash + 1)),
    query: new URLSearchParams(query),
  };
}

export const place = signal(read());

/** Follows the address from now on. */
export function followAddress(): void {
  addEventListener('hashchange', () => (place.value = read()));
}

/** An address within the inspector. It is whole, so that it works from the claim page too. */
export function linkTo(view: string, id = '', query: Query = {}) {
  const text = new URLSearchParams(query).toString();
  const path = id === '' ? view : `${view}/${encodeURIComponent(id)}`;
  return `${PAGE}#/${path}${text === '' ? '' : `?${text}`}`;
}

/** Goes to an address of `linkTo`. One that replaces this one leaves no step to go back to. */
export function goTo(address: string, how: 'push' | 'replace' = 'push'): void {
  if (location.pathname !== PAGE) {
    location.assign(address);
    return;
  }
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  place.value = read();
}

/** What the address says of a filter; empty where it says nothing. */
export function filterAt(name: string): string {
  return place.value.query.get(name) ?? '';
}

/**
 * Puts filters into the address of this view, an empty one out of it: a copied address shows the
 * same, and the way back leads through what was chosen before.
 */
export function setFilters(changes: Query): void {
  const { view, id, query } = place.value;
  const all = { ...Object.fromEntries(query), ...changes };
  goTo(linkTo(view, id, Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''))));
}

import { signal } from '@preact/signals';

/** Where in the inspector somebody is: `#/records/cdr_1?from=x`. */
export interface Place {
  readonly view: string;
  /** The rest of the path, decoded. */
  readonly id: string;
  readonly query: URLSearchParams;
}

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
export function linkTo(view: string, id = '', query: Readonly<Record<string, string>> = {}) {
  const text = new URLSearchParams(query).toString();
  const path = id === '' ? view : `${view}/${encodeURIComponent(id)}`;
  return `/_mock/#/${path}${text === '' ? '' : `?${text}`}`;
}
